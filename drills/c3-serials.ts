import { drill } from './kit/drill.ts'
import { countIs, othersHeard, rush, won } from './kit/rush.ts'
import { dayOf } from './kit/scene.ts'

export default drill({
  id: 'C3',
  says: 'serial numbers of trips of one package on one day',
  target: 'each number given once, none left out, in ≥ 100 rounds, 0 × 5xx',
  run: (site) => {
    let package_id: number | undefined
    return rush(site, {
      round: async (n, first) => {
        package_id ??= await first.package()
        const departure_date = dayOf(n * 5)
        return {
          // Only eight clients create a trip, so that a hundred rounds take a minute; the others read the next number meanwhile.
          send: (client, { as }) =>
            client % 8
              ? as('sales')(
                  'GET',
                  `/api/planned-trips/check/next-serial?package_id=${package_id}&departure_date=${departure_date}`,
                )
              : as('admin')('POST', '/api/planned-trips', { package_id, departure_date }),
          judge: (answers) => {
            const serials = won(answers)
              .filter(({ status }) => status === 201)
              .map(({ body }) => String(body.data.serial))
            const letters = serials
              .map((serial) => serial.at(-1))
              .sort()
              .join('')
            return [
              ...countIs('trips', serials.length, 8),
              ...countIs('different serials', new Set(serials).size, 8),
              ...(letters === 'ABCDEFGH' ? [] : [`the letters were ${letters}`]),
              ...othersHeard(answers),
            ]
          },
        }
      },
    })
  },
})
