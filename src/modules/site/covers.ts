import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { contentMark, type StaticText, sendImmutable, staticText } from '../../kit/http/pages/style.ts'
import { type Scene, scenes } from './scenes.ts'
import { H, randomFrom, W } from './shapes.ts'

/** What decides which scene a cover shows. */
export type Covered = { package_id: number; countries: { code: string }[]; category: { code: string } | null }

/** The address of the cover of a package without a photograph. It changes with the code that draws it. */
export function coverPath({ package_id, countries, category }: Covered) {
  return `/site/covers/${sceneOf(countries[0]?.code ?? '', category?.code ?? '')}-${package_id}-${drawnBy}.svg`
}
const textOf = (name: string) => readFileSync(new URL(name, import.meta.url))
const drawnBy = contentMark(Buffer.concat(['covers.ts', 'scenes.ts', 'shapes.ts'].map(textOf)))

const ofCategory: Record<string, Scene> = {
  AURORA: 'aurora',
  SKI: 'snow',
  ISLAND: 'shore',
  BEACH: 'shore',
  HONEYMOON: 'shore',
}
const byCategoryAndCountry: Record<string, Scene> = { 'AUTUMN_LEAVES JP': 'pagoda', 'GOURMET TH': 'chedi' }
// biome-ignore format: a table is read in rows.
const ofCountry: Record<string, Scene> = {
  JP: 'fuji', KR: 'palace', CN: 'palace', TH: 'river', LA: 'chedi', MM: 'chedi', KH: 'chedi', VN: 'lanterns', TW: 'lanterns', HK: 'river', SG: 'river',
  MY: 'river', IT: 'lagoon', GR: 'shore', MV: 'shore', PH: 'shore', ID: 'shore', PW: 'shore', NO: 'aurora', FI: 'aurora', IS: 'aurora', SE: 'aurora',
  CZ: 'spires', AT: 'spires', DE: 'spires', FR: 'spires', GB: 'spires', HU: 'spires', PL: 'spires', ES: 'spires', PT: 'spires',
  NZ: 'lake', CH: 'lake', CA: 'lake', US: 'lake', AU: 'shore',
}
const sceneOf = (country: string, category: string): Scene =>
  byCategoryAndCountry[`${category} ${country}`] ?? ofCategory[category] ?? ofCountry[country] ?? 'lake'

/** The cover of a scene. The same seed draws the same picture. */
export function drawCover(scene: Scene, seed: number) {
  const { defs, body } = scenes[scene](randomFrom(seed))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMid slice"><defs>${defs}</defs>${rounded(body)}</svg>`
}

// Opacities have two places, so whatever has more is a length.
const rounded = (svg: string) =>
  svg.replace(/[-\d.e]+/g, (number) => (/\.\d\d\d/.test(number) ? String(Math.round(Number(number))) : number))

const KEPT = 200

/** The cover of a package as an image in another document. */
export function drawnCover({ package_id, countries, category }: Covered) {
  return drawCover(sceneOf(countries[0]?.code ?? '', category?.code ?? ''), package_id)
}

/** `/site/covers/{scene}-{package}-{mark}.svg`. Drawn when it is first asked for. */
export function serveCovers(app: FastifyInstance) {
  const kept = new Map<string, StaticText>()
  const coverOf = (scene: Scene, seed: string) => {
    const name = `${scene}-${seed}`
    const cover = kept.get(name) ?? staticText('image/svg+xml', drawCover(scene, Number(seed)))
    if (kept.size >= KEPT) kept.clear()
    kept.set(name, cover)
    return cover
  }
  app.get<{ Params: { name: string } }>(
    '/site/covers/:name',
    { config: { access: 'public', bytes: true, quiet: true } },
    async (request, reply) => {
      const [, scene = '', seed = ''] = /^([a-z]+)-([1-9]\d{0,9})-[\w-]{12}\.svg$/.exec(request.params.name) ?? []
      if (!isScene(scene)) return reply.callNotFound()
      return sendImmutable(request, reply, coverOf(scene, seed))
    },
  )
}

const isScene = (name: string): name is Scene => Object.hasOwn(scenes, name)
