import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import type { Place, TripDay } from '../bookings/open-trip-facts.ts'
import { nameIn, type Translate } from '../page-words.ts'

type Point = { x: number; y: number }
type Stop = Point & { name: string; days: number[] }
type Box = { left: number; top: number; right: number; bottom: number }

const W = 480
const H = 300
const MARGIN = { x: 84, y: 52 }
const KM_OF_A_DEGREE = 111.2
/** The size of the text on a phone, on which it is drawn largest. */
const TEXT = { height: 40, letter: { wide: 19, narrow: 10.5 } }

/** The route of a trip, drawn from the coordinates of its cities. Undefined if fewer than two are known. */
export function routeMap(days: readonly TripDay[], locale: Locale, t: Translate): Markup | undefined {
  const visits = visitsOf(days)
  const places = [...new Map(visits.map(({ place }) => [place.name, place])).values()]
  if (places.length < 2) return undefined
  const { at, kmAcross } = projection(places)
  const stops = places.map(
    (place): Stop => ({
      ...at(place),
      name: nameIn(place, locale),
      days: [...new Set(visits.filter((visit) => visit.place.name === place.name).map(({ day }) => day))],
    }),
  )
  const way = visits
    .map(({ place }) => at(place))
    .filter(({ x, y }, i, all) => x !== all[i - 1]?.x || y !== all[i - 1]?.y)
  const names = visits.map(({ place }) => nameIn(place, locale)).filter((name, i, all) => name !== all[i - 1])
  const scale = roundKm(kmAcross / 5)
  const length = Math.round((scale / kmAcross) * W)
  return html`<figure class="route"><svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${t('路線：', 'Route: ')}${names.join(' → ')}">
<path class="way" d="M${way.map(({ x, y }) => `${x} ${y}`).join('L')}"/>
${labelled(stops).map(({ x, y, name, days, label }) => html`<circle class="dot" cx="${x}" cy="${y}" r="7"/><text x="${label.x}" y="${label.y}" text-anchor="${label.anchor}">${name}</text><text class="d" x="${label.x}" y="${label.y + 16}" text-anchor="${label.anchor}">${t(`第 ${days.join('、')} 天`, `day ${days.join(', ')}`)}</text>`)}
<path class="scale" d="M${W - 16 - length} ${H - 14}h${length}"/><text class="d" x="${W - 16}" y="${H - 20}" text-anchor="end">${scale} km</text>
</svg></figure>`
}

type Visit = { day: number; place: Place }
type Located = Place & { latitude: number; longitude: number }

// Of a trip abroad the cities at home are only where it begins and ends.
const visitsOf = (days: readonly TripDay[]) => {
  const all = days.flatMap(({ cities, day_from }) => cities.map((place): Visit => ({ day: day_from, place })))
  const abroad = all.filter(({ place }) => place.country !== 'TW')
  return (abroad.length ? abroad : all).filter(({ place }) => isLocated(place)) as { day: number; place: Located }[]
}
const isLocated = ({ latitude, longitude }: Place) => latitude !== null && longitude !== null

/** Puts places on the field: at this size degrees are straight, and a degree of longitude is shorter than one of latitude. */
const projection = (places: Located[]) => {
  const middle = places.reduce((sum, { latitude }) => sum + latitude, 0) / places.length
  const narrowing = Math.cos((middle * Math.PI) / 180)
  const east = places.map(({ longitude }) => longitude * narrowing)
  const north = places.map(({ latitude }) => latitude)
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

/** Gives each stop the side on which its name covers least of the other stops and names. */
const labelled = (stops: Stop[]) => {
  const dots = stops.map(({ x, y }): Box => ({ left: x - 9, top: y - 9, right: x + 9, bottom: y + 9 }))
  const taken: Box[] = []
  return stops.map((stop, i) => {
    const others = [...dots.filter((_, n) => n !== i), ...taken]
    const [best] = sidesOf(stop)
      .map((label, order) => ({ label, box: boxOf(label, stop), order }))
      .map((side) => ({
        ...side,
        cost: others.reduce((sum, other) => sum + overlap(side.box, other), outside(side.box)),
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

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
const outside = ({ left, top, right, bottom }: Box) =>
  100 * (Math.max(0, -left) + Math.max(0, right - W) + Math.max(0, -top) + Math.max(0, bottom - H))
