import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { CityOnMap, TripDay } from '../bookings/open-trip-facts.ts'
import { nameIn, type Translate } from '../page-words.ts'

type Point = { x: number; y: number }
type Stop = Point & { name: string; days: number[] }
type Box = { left: number; top: number; right: number; bottom: number }

const W = 480
const H = 230
const MARGIN = { x: 84, y: 44 }
/** How far from the edge the flight from home comes in. */
const EDGE = 22
const KM_OF_A_DEGREE = 111.2
/** The size of the text on a phone, on which it is drawn largest. */
const TEXT = { height: 40, letter: { wide: 19, narrow: 10.5 } }

/** The route of a trip, drawn from the coordinates of its cities. Undefined if fewer than two are known. */
export function routeMap(days: readonly TripDay[], locale: Locale, t: Translate): Markup | undefined {
  const { visits, home } = visitsOf(days)
  const cities = [...new Map(visits.map(({ city }) => [city.name, city])).values()]
  if (cities.length < 2) return undefined
  const { at, kmAcross } = projection(cities)
  const stops = cities.map(
    (city): Stop => ({
      ...at(city),
      name: nameIn(city, locale),
      days: [...new Set(visits.filter((visit) => visit.city.name === city.name).map(({ day }) => day))],
    }),
  )
  const way = visits
    .map(({ city }) => at(city))
    .filter(({ x, y }, i, all) => x !== all[i - 1]?.x || y !== all[i - 1]?.y)
  const air = home && way[0] && flightOf(at(home), way[0])
  const lines = [...pointsOn(way), ...(air ? pointsOn([air.from, air.bend, air.to]) : [])]
  const [from] = air && home ? labelled([{ ...air.from, name: nameIn(home, locale), days: [] }], lines) : []
  const names = visits.map(({ city }) => nameIn(city, locale)).filter((name, i, all) => name !== all[i - 1])
  const scale = roundKm(kmAcross / 5)
  const length = Math.round((scale / kmAcross) * W)
  return html`<figure class="route"><svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${t('路線：', 'Route: ')}${names.join(' → ')}">
${air && html`<path class="air" d="M${pair(air.from)}Q${pair(air.bend)} ${pair(air.to)}"/>`}
<path class="way" d="M${way.map(pair).join('L')}"/>
${from && html`<circle class="dot" cx="${from.x}" cy="${from.y}" r="4"/>${textAt(from.label, from.name, 'd')}`}
${labelled(stops, lines, from && [boxOf(from.label, from)]).map((stop) => stopOnMap(stop, t))}
<path class="scale" d="M${W - 16 - length} ${H - 14}h${length}"/><text class="d" x="${W - 16}" y="${H - 20}" text-anchor="end">${scale} km</text>
</svg></figure>`
}

const pair = ({ x, y }: Point) => `${x} ${y}`
const textAt = ({ x, y, anchor }: Label, words: string, className = '') =>
  html`<text${className && html` class="${className}"`} x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`
const stopOnMap = ({ x, y, name, days, label }: Stop & { label: Label }, t: Translate) =>
  html`<circle class="dot" cx="${x}" cy="${y}" r="7"/>${textAt(label, name)}
${textAt({ ...label, y: label.y + 16 }, t(`第 ${days.join('、')} 天`, `day ${days.join(', ')}`), 'd')}`

type Visit = { day: number; city: CityOnMap }
type Located = CityOnMap & { latitude: number; longitude: number }

// Of a trip abroad the cities at home are only where it begins and ends: a flight leads from the first one to the map.
const visitsOf = (days: readonly TripDay[]) => {
  const all = days.flatMap(({ cities, day_from }) => cities.map((city): Visit => ({ day: day_from, city })))
  const abroad = all.filter(({ city }) => city.country !== 'TW')
  const [first] = all
  const home = abroad.length && first?.city.country === 'TW' && isLocated(first.city) ? first.city : undefined
  const visits = (abroad.length ? abroad : all).flatMap(({ day, city }) => (isLocated(city) ? [{ day, city }] : []))
  return { visits, home }
}
const isLocated = (city: CityOnMap): city is Located => city.latitude !== null && city.longitude !== null

/** The flight from home to the first stop, as far as the field shows it, bent like the way of a plane. */
const flightOf = (home: Point, to: Point) => {
  const [across, down] = [home.x - to.x, home.y - to.y]
  const shown = Math.min(1, partWithin(to.x, across, W), partWithin(to.y, down, H))
  const from = { x: Math.round(to.x + across * shown), y: Math.round(to.y + down * shown) }
  const bend = {
    x: Math.round((from.x + to.x) / 2 + (to.y - from.y) / 4),
    y: Math.round((from.y + to.y) / 2 - Math.abs(to.x - from.x) / 4),
  }
  return { from, bend, to }
}
/** Which part of a distance stays within the field. */
const partWithin = (from: number, by: number, size: number) =>
  by === 0 ? 1 : ((by > 0 ? size - EDGE : EDGE) - from) / by

const STEP = 6
/** Points along lines, by which a label knows what it would cover. */
const pointsOn = (corners: Point[]) =>
  corners.slice(1).flatMap((to, i) => {
    const from = corners[i] ?? to
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP)
    const along = (a: number, b: number, n: number) => a + ((b - a) * n) / steps
    return Array.from({ length: steps }, (_, n): Point => ({ x: along(from.x, to.x, n), y: along(from.y, to.y, n) }))
  })

/** Puts cities on the field: at this size degrees are straight, and a degree of longitude is shorter than one of latitude. */
const projection = (cities: Located[]) => {
  const middle = cities.reduce((sum, { latitude }) => sum + latitude, 0) / cities.length
  const narrowing = Math.cos((middle * Math.PI) / 180)
  const east = cities.map(({ longitude }) => longitude * narrowing)
  const north = cities.map(({ latitude }) => latitude)
  const [width, height] = [spanOf(east), spanOf(north)]
  const perDegree = Math.min((W - 2 * MARGIN.x) / width, (H - 2 * MARGIN.y) / height)
  const at = ({ latitude, longitude }: Located): Point => ({
    x: Math.round(W / 2 + perDegree * (longitude * narrowing - middleOf(east))),
    y: Math.round(H / 2 - perDegree * (latitude - middleOf(north))),
  })
  return { at, kmAcross: (W / perDegree) * KM_OF_A_DEGREE }
}
const spanOf = (values: number[]) => Math.max(Math.max(...values) - Math.min(...values), 0.05)
const middleOf = (values: number[]) => (Math.max(...values) + Math.min(...values)) / 2

/** 1, 2 or 5 and zeros: a length that people can read on a scale. */
const roundKm = (km: number) => {
  const ten = 10 ** Math.floor(Math.log10(km))
  return ten * ([5, 2].find((step) => step * ten <= km) ?? 1)
}

type Label = Point & { anchor: 'start' | 'end' | 'middle' }

/** Gives each stop the side on which its name covers least of the other stops and names, and of the lines. */
const labelled = (stops: Stop[], lines: Point[], given: Box[] = []) => {
  const dots = stops.map(({ x, y }): Box => ({ left: x - 9, top: y - 9, right: x + 9, bottom: y + 9 }))
  const taken = [...given]
  return stops.map((stop, i) => {
    const others = [...dots.filter((_, n) => n !== i), ...taken]
    const [best] = sidesOf(stop)
      .map((label, order) => ({ label, box: boxOf(label, stop), order }))
      .map((side) => ({
        ...side,
        cost: others.reduce(
          (sum, other) => sum + overlap(side.box, other),
          outside(side.box) + ON_LINE * lines.filter((point) => isWithin(side.box, point)).length,
        ),
      }))
      .sort((a, b) => a.cost - b.cost || a.order - b.order)
    if (best) taken.push(best.box)
    return { ...stop, label: best?.label ?? { x: stop.x, y: stop.y, anchor: 'middle' as const } }
  })
}

const sidesOf = ({ x, y }: Point): Label[] => [
  { x: x + 14, y: y - 2, anchor: 'start' },
  { x: x - 14, y: y - 2, anchor: 'end' },
  { x, y: y - 30, anchor: 'middle' },
  { x, y: y + 26, anchor: 'middle' },
  { x: x + 11, y: y - 24, anchor: 'start' },
  { x: x + 11, y: y + 20, anchor: 'start' },
  { x: x - 11, y: y - 24, anchor: 'end' },
  { x: x - 11, y: y + 20, anchor: 'end' },
]

const boxOf = ({ x, y, anchor }: Label, { name, days }: Stop): Box => {
  const letters = [...name].reduce((sum, letter) => sum + (letter > '⺀' ? TEXT.letter.wide : TEXT.letter.narrow), 0)
  const width = Math.max(letters, 46 + days.length * 12)
  const left = { start: x, end: x - width, middle: x - width / 2 }[anchor]
  return { left, right: left + width, top: y - 18, bottom: y - 18 + TEXT.height }
}

/** What it costs to cover one of the points on a line: as much as this area of another name. */
const ON_LINE = 60
const isWithin = ({ left, top, right, bottom }: Box, { x, y }: Point) => x > left && x < right && y > top && y < bottom
const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
const outside = ({ left, top, right, bottom }: Box) =>
  100 * (Math.max(0, -left) + Math.max(0, right - W) + Math.max(0, -top) + Math.max(0, bottom - H))
