import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Store } from '../../kit/files/store.ts'
import { paper } from '../../kit/http/routes/paper.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Locale } from '../../kit/words/words.ts'
import { printedPhotographs } from '../packages/printed-pictures.ts'
import { wordsIn } from '../page-words.ts'
import { moneyReaders } from '../roles.ts'
import { drawnCover } from './covers.ts'
import { standingOf } from './parts.ts'
import { onePackage, type PackageOnPage } from './reads.ts'

/** The facts of the product sheet (行程表) of a package, without its photographs. */
export function sheetFacts({ departures, ...one }: PackageOnPage, locale: Locale) {
  const { cover: _cover, pictures: _pictures, shared: _shared, ...told } = one
  const t = wordsIn(locale)
  return {
    package: told,
    departures: departures.map(({ departure_date, return_date, price, ...trip }) => ({
      ...{ departure_date, return_date, price },
      standing: standingOf(trip, t).words,
    })),
    ...{ photo: null, day_photos: [] },
    drawn: drawnCover({ ...one, package_id: one.id }),
  }
}

/** The photographs of a product sheet, with the facts that name them. */
export function photosOfSheet(kept: { db: Db; files: Store }, package_id: number, locale: Locale) {
  return printedPhotographs(kept, sql`${package_id}`, { cover: true, days: true }, locale)
}

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
      const photos = await photosOfSheet({ db, files: app.files }, id, locale)
      return {
        file: `${one.slug}-${locale}`,
        facts: { ...sheetFacts(one, locale), ...photos.facts },
        pictures: photos.pictures,
      }
    },
  )
})
