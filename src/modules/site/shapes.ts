// The shapes that covers are drawn of: plain SVG text in a field of 1200 by 800. `r` are random numbers, `f` a fill, `o` more attributes.

export type Random = () => number

/** Random numbers that are always the same for a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One of several values. */
export function pick<T>(r: Random, values: readonly T[]): T {
  return values[Math.floor(r() * values.length)] as T
}

export const W = 1200
export const H = 800
export function rect(x: number, y: number, w: number, h: number, f: string, o = ''): string {
  return `<path d="M${x} ${y}h${w}v${h}h${-w}z" fill="${f}"${o}/>`
}

export function path(d: string, f: string, o = ''): string {
  return `<path d="${d}" fill="${f}"${o}/>`
}

export function disc(x: number, y: number, r: number, f: string, o = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${f}"${o}/>`
}

export function grad(id: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stops.map(([at, c, o]) => `<stop offset="${at}" stop-color="${c}"${o === undefined ? '' : ` stop-opacity="${o}"`}/>`).join('')}</linearGradient>`
}

type Point = [x: number, y: number]
type Stop = [at: number, color: string, opacity?: number]
/** The definitions and the shapes of a picture. */
export type Drawing = { defs: string; body: string }

const at = (heights: number[], i: number) => heights[i] ?? 0

/** A jagged ridge by midpoint displacement. */
export function ridgePoints(r: Random, y: number, amp: number, levels = 6, tilt = 0): Point[] {
  let p = [y + tilt, y - tilt]
  let a = amp
  for (let l = 0; l < levels; l++) {
    const q: number[] = []
    for (let i = 0; i < p.length - 1; i++) q.push(at(p, i), (at(p, i) + at(p, i + 1)) / 2 + (r() - 0.5) * a)
    q.push(at(p, p.length - 1))
    p = q
    a *= 0.55
  }
  return p.map((v, i): Point => [(i / (p.length - 1)) * W, v])
}
export function ridge(pts: Point[], f: string, o?: string): string {
  return path(`M0 ${H}L${pts.map(([x, y]) => `${x} ${y}`).join(' ')}V${H}z`, f, o)
}

export function hill(y: number, a: number, ph: number, f: string, k = 1, o?: string): string {
  let d = `M0 ${H}V${y + Math.sin(ph) * a}`
  for (let i = 1; i <= 12; i++) {
    const x = i * 100
    const t = ph + (i / 12) * Math.PI * 2 * k
    d += `S${x - 50} ${y + Math.sin(t - 0.26 * k) * a} ${x} ${y + Math.sin(t) * a}`
  }
  return path(`${d}V${H}z`, f, o)
}
export function peak(x: number, y: number, w: number, h: number, f: string): string {
  return path(
    `M${x - w} ${y}C${x - w * 0.5} ${y - h * 0.35} ${x - w * 0.2} ${y - h * 0.8} ${x - w * 0.09} ${y - h}q${w * 0.09} ${h * 0.03} ${w * 0.18} 0C${x + w * 0.2} ${y - h * 0.8} ${x + w * 0.5} ${y - h * 0.35} ${x + w} ${y}z`,
    f,
  )
}

export function pine(x: number, y: number, s: number, f: string): string {
  return path(
    `M${x} ${y - s}l${s * 0.24} ${s * 0.4}h${-s * 0.1}l${s * 0.2} ${s * 0.32}h${-s * 0.12}l${s * 0.16} ${s * 0.28}h${-s * 0.76}l${s * 0.16} ${-s * 0.28}h${-s * 0.12}l${s * 0.2} ${-s * 0.32}h${-s * 0.1}z`,
    f,
  )
}

export function ripples(r: Random, y0: number, y1: number, f: string, m = 26): string {
  return Array.from({ length: m }, () => {
    const y = y0 + r() * (y1 - y0)
    const w = 30 + r() * 150
    return rect(r() * W, y, w, 2 + ((y - y0) / (y1 - y0)) * 3, f, ` opacity="${(0.18 + r() * 0.35).toFixed(2)}"`)
  }).join('')
}

export function house(
  x: number,
  y: number,
  w: number,
  h: number,
  wall: string,
  roof: string,
  win: string,
  r: Random,
  snow?: string,
): string {
  let s =
    rect(x, y - h, w, h, wall) + path(`M${x - 8} ${y - h}l${w / 2 + 8} ${-w * 0.36}l${w / 2 + 8} ${w * 0.36}z`, roof)
  if (snow)
    s += path(
      `M${x - 10} ${y - h + 2}l${w / 2 + 10} ${-w * 0.38}l${w / 2 + 10} ${w * 0.38}l-14 0l${-w / 2 + 4} ${-w * 0.29}l${-w / 2 + 4} ${w * 0.29}z`,
      snow,
    )
  const cols = Math.max(1, Math.floor(w / 44)),
    rows = Math.max(1, Math.floor(h / 58))
  for (let i = 0; i < cols; i++)
    for (let j = 0; j < rows; j++)
      if (r() > 0.28) s += rect(x + (w / cols) * (i + 0.5) - 8, y - h + 18 + j * 52, 16, 24, win)
  return s
}
export function pagoda(x: number, y: number, w: number, tiers: number, f: string, eave: string): string {
  let s = '',
    top = y
  for (let i = 0; i < tiers; i++) {
    const ww = w * (1 - i * 0.13),
      hh = w * 0.3
    s += rect(x - ww * 0.32, top - hh, ww * 0.64, hh, f)
    s += path(
      `M${x - ww * 0.62} ${top - hh + 12}q${ww * 0.3} ${-4} ${ww * 0.36} ${-w * 0.14}h${ww * 0.52}q${ww * 0.06} ${w * 0.14} ${ww * 0.36} ${w * 0.14}q${-ww * 0.62} ${-w * 0.05} ${-ww * 1.24} 0z`,
      eave,
    )
    top -= hh + w * 0.03
  }
  return (
    s +
    rect(x - 4, top - w * 0.52, 8, w * 0.52, eave) +
    [0, 1, 2, 3].map((i) => rect(x - 14 + i * 1.6, top - w * 0.16 - i * w * 0.08, 28 - i * 3.2, 5, eave)).join('')
  )
}
export function chedi(x: number, y: number, w: number, h: number, f: string, hi: string): string {
  return (
    path(
      `M${x - w} ${y}v${-h * 0.14}h${w * 0.16}v${-h * 0.06}h${w * 0.14}v${-h * 0.05}q${w * 0.02} ${-h * 0.26} ${w * 0.46} ${-h * 0.36}q${w * 0.16} ${-h * 0.06} ${w * 0.19} ${-h * 0.2}l${w * 0.05} ${-h * 0.24}l${w * 0.05} ${h * 0.24}q${w * 0.03} ${h * 0.14} ${w * 0.19} ${h * 0.2}q${w * 0.44} ${h * 0.1} ${w * 0.46} ${h * 0.36}v${h * 0.05}h${w * 0.14}v${h * 0.06}h${w * 0.16}v${h * 0.14}z`,
      f,
    ) +
    path(
      `M${x + w * 0.05} ${y - h}l${w * 0.04} ${h * 0.34}q${w * 0.03} ${h * 0.14} ${w * 0.15} ${h * 0.2}q${w * 0.44} ${h * 0.1} ${w * 0.46} ${h * 0.36}h${-w * 0.42}q0 ${-h * 0.4} ${-w * 0.23} ${-h * 0.56}z`,
      hi,
    )
  )
}

export function lantern(x: number, y: number, s: number, f: string, glow: string): string {
  return `${disc(x, y, s * 1.9, glow, ' opacity=".16"')}<path d="M${x} ${y - s * 1.9}v${s}" stroke="${f}" stroke-width="2"/><ellipse cx="${x}" cy="${y}" rx="${s}" ry="${s * 0.82}" fill="${f}"/><ellipse cx="${x}" cy="${y}" rx="${s * 0.45}" ry="${s * 0.82}" fill="#fff" opacity=".22"/>${rect(x - s * 0.4, y - s * 0.98, s * 0.8, s * 0.2, '#3a2418')}${rect(x - s * 0.4, y + s * 0.76, s * 0.8, s * 0.2, '#3a2418')}${rect(x - 1.5, y + s * 0.9, 3, s * 0.7, '#e9b44c')}`
}

export function sky(...stops: Stop[]): Drawing {
  return { defs: grad('s', ...stops), body: rect(0, 0, W, H, 'url(#s)') }
}
