/** A colour in oklch, as the tokens have them. */
export type Colour = { lightness: number; chroma: number; hue: number }

/** A colour as `#rrggbb`, for programs that know no oklch. What a screen cannot show is cut off. */
export function hexOf({ lightness, chroma, hue }: Colour) {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${linear.map((light) => byteOf(light).toString(16).padStart(2, '0')).join('')}`
}

const byteOf = (light: number) => {
  const curved = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(Math.max(curved, 0), 1) * 255)
}
