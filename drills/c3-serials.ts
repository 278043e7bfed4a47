import { drill } from './kit/drill.ts'
import { dayOf } from './kit/fixtures.ts'
import { countIs, race, unexpectedRefusals, winnersOf } from './kit/race.ts'

export default drill({
  id: 'C3',
  title: 'serial numbers of trips of one package on one day',
  target: 'each number given once, none left out, in ≥ 100 rounds, 0 × 5xx',
  run: (context) => {
    let package_id: number | undefined
    return race(context, {
      round: async (n, first) => {
        package_id ??= await first.package()
        const departure_date = dayOf(n * 5)
        return {
          // Only eight clients create a trip, so that a hundred rounds take a minute. The others read the next number meanwhile.
          send: (client, { as }) =>
            client % 8
              ? as('sales')(
                  'GET',
                  `/api/planned-trips/check/next-serial?package_id=${package_id}&departure_date=${departure_date}`,
                )
              : as('admin')('POST', '/api/planned-trips', { package_id, departure_date }),
          judge: (answers) => {
            const serials = winnersOf(answers)
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
              ...unexpectedRefusals(answers),
            ]
          },
        }
      },
    })
  },
})
