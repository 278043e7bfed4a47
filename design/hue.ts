/** The colour of a house: its hue in degrees, and one of four steps of how colourful it is. */
export type Theme = { hue: number; chroma: number }

/** A colour in oklch, as the tokens have them. */
export type Colour = { lightness: number; chroma: number; hue: number }

/** The chroma of each step. The lightness stays that of the tokens, so that every hue has their contrast. */
const chromas = [0.012, 0.045, 0.078, 0.11]

/** The hue of `late`, and how near to it the hue of a house may be: red says only that something is late. */
const LATE = 27
const DISTANCE = 22

/** The hue of a house, moved away from the red of `late`. */
export function safeHue(hue: number) {
  const away = ((hue - LATE + 540) % 360) - 180
  if (Math.abs(away) >= DISTANCE) return hue
  return (LATE + (away < 0 ? -DISTANCE : DISTANCE) + 360) % 360
}

/** The hue and the chroma of the accent of a house. */
export function accentOf({ hue, chroma }: Theme) {
  return { hue: safeHue(hue), chroma: chromas[chroma] ?? 0 }
}

/** The accent of a house in light, as a browser reads it: the colour of its buttons. */
export function accentInLight(theme: Theme) {
  const { hue, chroma } = accentOf(theme)
  return `oklch(45% ${chroma} ${hue})`
}

/** The accent of a house in print, as `#rrggbb`: a little darker, so that small type is read on paper. */
export function printedAccent(theme: Theme) {
  return hexOf({ lightness: 0.38, ...accentOf(theme) })
}

/** The colours of the tokens and of a house in light and dark as `#rrggbb`, for mail programs, which know neither tokens nor oklch. */
export function paletteOf(theme: Theme) {
  const { hue, chroma } = accentOf(theme)
  return {
    light: { ...inLight, accent: hexOf({ lightness: 0.45, chroma, hue }), accentInk: '#ffffff' },
    dark: {
      ...inDark,
      accent: hexOf({ lightness: 0.78, chroma: chroma * 1.08, hue }),
      accentInk: hexOf({ lightness: 0.2, chroma: chroma * 0.4, hue }),
    },
  }
}

/** The tokens of a house that are not those of every house. */
export function themedTokens(theme: Theme) {
  const { hue: h, chroma: c } = accentOf(theme)
  return `:root{--accent:light-dark(${accentInLight(theme)},oklch(78% ${c * 1.08} ${h}));--accent-ink:light-dark(oklch(100% 0 0),oklch(20% ${c * 0.4} ${h}));--accent-wash:light-dark(oklch(95.8% ${c * 0.23} ${h}),oklch(29% ${c * 0.45} ${h}))}`
}

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

const hex = (lightness: number, chroma: number, hue: number) => hexOf({ lightness, chroma, hue })
const inLight = {
  paper: hex(0.984, 0.004, 85),
  card: '#ffffff',
  line: hex(0.912, 0.007, 85),
  ink: hex(0.25, 0.02, 255),
  soft: hex(0.46, 0.018, 255),
}
const inDark = {
  paper: hex(0.195, 0.012, 250),
  card: hex(0.23, 0.013, 250),
  line: hex(0.31, 0.014, 250),
  ink: hex(0.93, 0.008, 85),
  soft: hex(0.75, 0.012, 250),
}
