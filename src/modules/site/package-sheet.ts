import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import { found } from '../../kit/errors.ts'
import { printablePicture } from '../../kit/files/pictures.ts'
import type { Store } from '../../kit/files/store.ts'
import { paper } from '../../kit/http/routes/paper.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Locale } from '../../kit/words/words.ts'
import { originalOfCover } from '../packages/pictures.ts'
import { moneyReaders } from '../roles.ts'
import { drawnCover } from './covers.ts'
import { standingOf } from './parts.ts'
import { onePackage, type PackageOnPage } from './reads.ts'
import { wordsIn } from './words.ts'

/** The facts of the product sheet (行程表) of a package, without its photograph. */
export function sheetFacts({ departures, ...one }: PackageOnPage, locale: Locale) {
  const { cover: _cover, pictures: _pictures, ...told } = one
  const t = wordsIn(locale)
  return {
    package: told,
    departures: departures.map(({ departure_date, return_date, price, ...trip }) => ({
      ...{ departure_date, return_date, price },
      standing: standingOf(trip, t).words,
    })),
    photo: null,
    drawn: drawnCover({ ...one, package_id: one.id }),
  }
}

/** The photograph of a sheet, if the package has one: a picture beside the facts, which name it. */
export async function photoOfSheet(db: Parameters<typeof originalOfCover>[0], files: Store, package_id: number) {
  const original = await originalOfCover(db, { package_id })
  const picture = original && (await printablePicture(await buffer(await files.read(original.place))))
  return picture ? { facts: { photo: PHOTO, drawn: null }, pictures: { [PHOTO]: picture } } : undefined
}
const PHOTO = 'cover.jpg'

const packageForSheet = theRow((db, { id }: { id: number }) =>
  db.selectNoFrom(onePackage(db, sql`p.id = ${id}`).as('one')),
)

/** `/api/packages/{id}/sheet`: the product sheet of any package, also of a draft. */
export default routes((on, app) => {
  paper(
    on,
    '/:id/sheet',
    {
      name: 'printPackageSheet',
      access: moneyReaders,
      summary:
        'The product sheet as a PDF: picture, days with meals and hotels, what is included, departures and prices',
      template: 'package-sheet',
    },
    async ({ db, params: { id = 0 }, locale }) => {
      const one = found((await packageForSheet(db, { id })).one ?? undefined)
      const photo = await photoOfSheet(db, app.files, id)
      return {
        file: `${one.slug}-${locale}`,
        facts: { ...sheetFacts(one, locale), ...photo?.facts },
        ...(photo && { pictures: photo.pictures }),
      }
    },
  )
})
