import { hash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { remove, touch } from '../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import {
  defaulted,
  described,
  inForm,
  labelled,
  line,
  nullable,
  publicUpload,
  type Received,
  ref,
  shownFields,
  whole,
} from '../../kit/fields.ts'
import { dropFile, keepFile } from '../../kit/files/files.ts'
import { picturesInWidths, type SizedPicture } from '../../kit/files/pictures.ts'
import { removeUnknown } from '../../kit/files/sweep.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor, Role } from '../../kit/http/server/guard.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { lockedPackage, packageAt } from './queries.ts'

/** The widths in which pages show a picture, as many of them as it has. */
const WIDTHS = [400, 800, 1200, 1600] as const
const LEAST_WIDTH = 800
const LEAST_HEIGHT = 500
const MOST_PICTURES = 60

const percent = () => described(whole(0, 100), '圖片上的位置，百分比。A place in the picture, in percent.')

const fields = {
  day: labelled(nullable(described(whole(1, 120), '屬於第幾天；沒有則屬於整個行程。The day that it shows.')), [
    '第幾天',
    'Day',
  ]),
  alt: labelled(nullable(line(300, '雪中的小樽運河與煤氣燈')), ['替代文字', 'Description']),
  alt_en: labelled(nullable(line(300, 'The canal of Otaru in the snow, with its gas lamps')), [
    '英文替代文字',
    'Description in English',
  ]),
  credit: labelled(nullable(line(100, '攝影：陳小明')), ['攝影', 'Credit']),
  sequence: labelled(defaulted(described(whole(1, MOST_PICTURES), '順序；第一張是封面。The first is the cover.')), [
    '順序',
    'Order',
  ]),
  focus_x: labelled(defaulted(percent()), ['焦點從左', 'Focus from left']),
  focus_y: labelled(defaulted(percent()), ['焦點從上', 'Focus from top']),
}
/** @public */
export const Picture = Type.Object({ package_id: ref(), file_id: ref(), ...fields })
/** What a clone has of each picture. */
export const pictureFields = ['file_id', ...Object.keys(fields)]
const NewPicture = Type.Object({ ...inForm(fields), file: publicUpload() })
type NewPicture = Static<typeof NewPicture>
const PictureChange = Type.Partial(Type.Object(fields))
type PictureChange = Static<typeof PictureChange>

const Size = Type.Object({
  width: Type.Integer({ examples: [800] }),
  height: Type.Integer({ examples: [533] }),
  url: Type.String({ examples: ['/site/pictures/12-0a1b2c3d4e5f6071.webp'] }),
})
/** A picture with the sizes in which it is shown. There are none until the job after the upload has made them. */
const ShownPicture = RecordOf(Picture, {
  name: Type.String({ examples: ['otaru.jpg'] }),
  sizes: Type.Array(Size),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    package_pictures: Table<typeof Picture>
    picture_sizes: { file_id: number; width: number; height: number; sized_id: number }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'packages.picture': { file_id: number }
  }
}

/** What keeps the address of a size secret until a page shows it, and changes with its content. */
const mark = sql`left(encode(f.sha256, 'hex'), 16)`

/** The sizes of a file, the smallest first. */
const sizesOf = (file: RawBuilder<unknown>) => sql<Static<typeof Size>[]>`(
  select coalesce(json_agg(json_build_object('width', z.width, 'height', z.height,
      'url', '/site/pictures/' || f.id || '-' || ${mark} || '.webp') order by z.width), '[]')
    from picture_sizes z join files f on f.id = z.sized_id where z.file_id = ${file})`

/** A picture on a page for visitors. */
export const PublicPicture = Type.Object({
  ...shownFields({ day: fields.day, alt: fields.alt, alt_en: fields.alt_en, credit: fields.credit }),
  ...shownFields({ focus_x: percent(), focus_y: percent() }),
  sizes: Type.Array(Size),
})
export type PublicPicture = Static<typeof PublicPicture>
const publicPicture = sql`json_build_object('day', v.day, 'alt', v.alt, 'alt_en', v.alt_en, 'credit', v.credit,
  'focus_x', v.focus_x, 'focus_y', v.focus_y, 'sizes', ${sizesOf(sql.ref('v.file_id'))})`
const hasSizes = sql`exists (select from picture_sizes z where z.file_id = v.file_id)`

/** All pictures of a package that can be shown, in their order. */
export function picturesOf(package_id: RawBuilder<unknown>) {
  return sql<PublicPicture[]>`(select coalesce(json_agg(${publicPicture} order by v.sequence), '[]')
    from package_pictures v where v.package_id = ${package_id} and ${hasSizes})`
}

/** The first picture of a package, if it can be shown. */
export function coverOf(package_id: RawBuilder<unknown>) {
  return sql<PublicPicture | null>`(select ${publicPicture}
    from package_pictures v where v.package_id = ${package_id} and v.sequence = 1 and ${hasSizes})`
}

/** The file of a size, by its address. Whoever knows the address may see it. */
export async function sizeAt(db: Db, { id, mark: given }: { id: number; mark: string }) {
  return db
    .selectFrom('picture_sizes as z')
    .innerJoin('files as f', 'f.id', 'z.sized_id')
    .select(['f.place', 'f.size'])
    .where('z.sized_id', '=', id)
    .where(mark, '=', given)
    .where('f.deleted_at', 'is', null)
    .executeTakeFirst()
}

type One = { id: number; picture: number }

const pictures = (db: Db, { id }: { id: number }) =>
  db
    .selectFrom('package_pictures')
    .innerJoin('files', 'files.id', 'package_pictures.file_id')
    .select(columnsOf('package_pictures', Picture))
    .select(['files.name', sizesOf(sql.ref('package_pictures.file_id')).as('sizes')])
    .where('package_pictures.package_id', '=', id)

const pictureArray = jsonArrayOf(packageAt, (db, given) => pictures(db, given).orderBy('package_pictures.sequence'))
const onePicture = jsonRecord((db, { picture, ...given }: One) =>
  pictures(db, given).where('package_pictures.id', '=', picture),
)

/** Adds a picture behind the others, or at the given position. A job makes its sizes. */
const addPicture = async (tx: Tx, actor: Actor, package_id: number, { file, sequence, ...given }: NewPicture) => {
  const { days } = await lockedPackage(tx, package_id)
  refuseUnfit(file)
  refuseDay(given.day, days)
  const there = await ordered(tx, package_id)
  if (there.length >= MOST_PICTURES)
    refuse('invalid_input', {
      errors: {
        file: [
          [
            `一個行程最多 ${MOST_PICTURES} 張圖片；請先刪除不用的。`,
            `A package has at most ${MOST_PICTURES} pictures. Remove some first.`,
          ],
        ],
      },
    })
  const { id: file_id } = await keepFile(tx, file, actor)
  const { id } = await tx
    .insertInto('package_pictures')
    .values({ ...given, package_id, file_id, sequence: there.length + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (sequence !== undefined) await moveTo(tx, [...there, id], id, sequence)
  await touch(tx, 'packages', package_id)
  enqueue(tx, 'packages.picture', { file_id })
  return id
}

const refuseUnfit = ({ width, height }: Received) => {
  if (width === null || height === null)
    refuseField('file', ['請上傳圖片（jpeg、png 或 webp）。', 'Upload a picture: jpeg, png or webp.'])
  if (width < LEAST_WIDTH || height < LEAST_HEIGHT)
    refuseField('file', [
      `圖片至少 ${LEAST_WIDTH} × ${LEAST_HEIGHT} 像素，這張是 ${width} × ${height}；請改用較大的原檔。`,
      `A picture has at least ${LEAST_WIDTH} × ${LEAST_HEIGHT} pixels, and this one has ${width} × ${height}. Use the larger original.`,
    ])
}

const refuseDay = (day: number | null | undefined, days: number) => {
  if (day != null && day > days)
    refuseField('day', [
      `這個行程只有 ${days} 天；請填 1 到 ${days}，或不指定哪一天。`,
      `The package has ${days} days: choose 1 to ${days}, or no day.`,
    ])
}

const changePicture = async (
  tx: Tx,
  { id, picture }: One,
  { sequence, ...change }: PictureChange,
  expected: Expected,
) => {
  const { days } = await lockedPackage(tx, id)
  guardVersion(await lockedPicture(tx, { id, picture }), expected)
  refuseDay(change.day, days)
  await tx
    .updateTable('package_pictures')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', picture)
    .execute()
  if (sequence !== undefined) await moveTo(tx, await ordered(tx, id), picture, sequence)
  await touch(tx, 'packages', id)
}

const removePicture = async (tx: Tx, actor: Actor, { id, picture }: One, expected: Expected) => {
  await lockedPackage(tx, id)
  const { file_id, version } = await lockedPicture(tx, { id, picture })
  guardVersion({ version }, expected)
  await remove(tx, 'package_pictures', picture)
  await dropUnshown(tx, actor, file_id)
  await moveTo(tx, await ordered(tx, id))
  await touch(tx, 'packages', id)
}

type By = { id: number } | undefined

/** Removes the pictures of a package that is removed. */
export async function removePictures(tx: Tx, actor: By, package_id: number) {
  const gone = await tx
    .deleteFrom('package_pictures')
    .where('package_id', '=', package_id)
    .returning('file_id')
    .execute()
  for (const file_id of new Set(gone.map((row) => row.file_id))) await dropUnshown(tx, actor, file_id)
}

// A clone shows the same file, which goes with the last picture of it.
const dropUnshown = async (tx: Tx, actor: By, file_id: number) => {
  await tx.selectFrom('files').select('id').where('id', '=', file_id).forUpdate().execute()
  if (await tx.selectFrom('package_pictures').select('id').where('file_id', '=', file_id).executeTakeFirst()) return
  const sizes = await tx.deleteFrom('picture_sizes').where('file_id', '=', file_id).returning('sized_id').execute()
  for (const { sized_id } of sizes) await dropFile(tx, sized_id, actor)
  await dropFile(tx, file_id, actor)
}

const lockedPicture = async (tx: Tx, { id, picture }: One) =>
  found(
    await tx
      .selectFrom('package_pictures')
      .select(['version', 'file_id'])
      .where('package_id', '=', id)
      .where('id', '=', picture)
      .forUpdate()
      .executeTakeFirst(),
  )

const ordered = async (tx: Tx, package_id: number) => {
  const rows = await tx
    .selectFrom('package_pictures')
    .select('id')
    .where('package_id', '=', package_id)
    .orderBy('sequence')
    .execute()
  return rows.map(({ id }) => id)
}

/** Numbers pictures from 1 on, with one of them at another position. Only those that move are written. */
const moveTo = async (tx: Tx, ids: readonly number[], moved?: number, position = 1) => {
  const order = ids.filter((id) => id !== moved)
  if (moved !== undefined) order.splice(position - 1, 0, moved)
  await sql`
    update package_pictures p set sequence = o.position from unnest(${order}::integer[]) with ordinality o (id, position)
     where p.id = o.id and p.sequence <> o.position`.execute(tx)
}

/** Makes the sizes of an uploaded picture. A second run finds them, and one that comes too late leaves nothing. */
export async function sizePicture({ file_id }: Jobs['packages.picture'], { database, files }: Tools) {
  const file = await database.db
    .selectFrom('files')
    .select(['place', 'name'])
    .where('id', '=', file_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!file) return
  const made = await picturesInWidths(await buffer(await files.read(file.place)), WIDTHS)
  const kept: { size: SizedPicture; path: string }[] = []
  try {
    for (const size of made) kept.push({ size, path: await keepBytes(files, size.bytes) })
    await database.transaction({}, (tx) => keepSizes(tx, file_id, file.name, kept))
  } finally {
    if (kept.length)
      await removeUnknown(
        database.db,
        files,
        kept.map(({ path }) => path),
      )
  }
}
type Tools = Pick<JobTools, 'database' | 'files'>

const keepBytes = async (files: JobTools['files'], bytes: Buffer) => {
  const path = randomUUID()
  const arrival = join(files.arrivals, path)
  try {
    await writeFile(arrival, bytes, { mode: 0o600, flush: true })
    await files.keep(arrival, path)
  } finally {
    await rm(arrival, { force: true })
  }
  return path
}

const keepSizes = async (tx: Tx, file_id: number, name: string, kept: { size: SizedPicture; path: string }[]) => {
  const file = await tx
    .selectFrom('files')
    .select('id')
    .where('id', '=', file_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const isMade = await tx.selectFrom('picture_sizes').select('width').where('file_id', '=', file_id).executeTakeFirst()
  if (!file || isMade) return
  for (const { size, path } of kept) {
    const { width, height, bytes } = size
    // No width in the row of the file: it has no thumbnail.
    const row = { name: `${name.replace(/\.\w+$/, '')}-${width}.webp`, media_type: 'image/webp', size: bytes.length }
    const written = { ...row, place: path, sha256: hash('sha256', bytes), width: null, height: null }
    const { id: sized_id } = await keepFile(tx, written, undefined)
    await tx.insertInto('picture_sizes').values({ file_id, width, height, sized_id }).execute()
  }
}

/** `/api/packages/{id}/pictures`. */
export function pictureRoutes(on: On, readers: readonly Role[], editors: readonly Role[]) {
  on.get(
    '/:id/pictures',
    {
      access: readers,
      summary: 'The pictures of a package in their order; the first is its cover',
      returns: Type.Array(ShownPicture),
      etag: 'content',
    },
    ({ db, params }) => pictureArray(db, params),
  )
  on.get(
    '/:id/pictures/:picture',
    { access: readers, summary: 'One picture of a package', returns: ShownPicture, etag: 'content' },
    ({ db, params }) => onePicture(db, params),
  )
  on.upload(
    '/:id/pictures',
    {
      access: editors,
      summary: 'Add a picture: jpeg, png or webp, at least 800 × 500 pixels; its sizes are made by a job',
      body: NewPicture,
      returns: ShownPicture,
      refuses: ['too_large'],
    },
    async ({ tx, actor, params, body }) => {
      const picture = await addPicture(tx, actor, params.id, body)
      return { id: picture, ...(await onePicture(tx, { ...params, picture })) }
    },
  )
  on.put(
    '/:id/pictures/:picture',
    {
      access: editors,
      summary: 'Change what a picture says and shows, or its place',
      body: PictureChange,
      returns: ShownPicture,
      refuses: ['stale'],
    },
    async ({ tx, params, body, expected }) => {
      await changePicture(tx, params, body, expected)
      return onePicture(tx, params)
    },
  )
  on.delete(
    '/:id/pictures/:picture',
    { access: editors, summary: 'Remove a picture with its file', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, actor, params, expected }) => {
      await removePicture(tx, actor, params, expected)
      return null
    },
  )
}
