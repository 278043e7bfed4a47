import type { Kind } from './kind.ts'
import { addonKind } from './kinds/add-ons.ts'
import { bookingKind, lineKind, paymentKind, travelerKind } from './kinds/bookings.ts'
import { enquiryKind } from './kinds/enquiries.ts'
import { documentKind, leaderFileKind } from './kinds/files.ts'
import { flightKind, routeKind } from './kinds/flights.ts'
import { accountKind, branchKind, hotelKind, supplierKind } from './kinds/house.ts'
import { leaderKind, leaveKind } from './kinds/leaders.ts'
import { receiptKind } from './kinds/legal-receipts.ts'
import { dayKind, packageKind, priceKind } from './kinds/packages.ts'
import { rateKind } from './kinds/rates.ts'
import { specialRequestKind } from './kinds/special-requests.ts'
import { roomKind, stayKind } from './kinds/stays.ts'
import { costKind, tripKind } from './kinds/trips.ts'

/** What can be imported, in the order in which it is written: each kind names only records of those before it. */
export const kinds: readonly Kind[] = [
  branchKind,
  accountKind,
  hotelKind,
  supplierKind,
  routeKind,
  rateKind,
  leaderKind,
  leaveKind,
  packageKind,
  priceKind,
  dayKind,
  tripKind,
  flightKind,
  stayKind,
  enquiryKind,
  bookingKind,
  travelerKind,
  specialRequestKind,
  roomKind,
  addonKind,
  lineKind,
  paymentKind,
  receiptKind,
  costKind,
]

export const kindCodes = kinds.map(({ code }) => code)

/** What comes as files of people, not in sheets. */
export const fileKinds = [leaderFileKind, documentKind] as const
export const allKinds: readonly Kind[] = [...kinds, ...fileKinds]

/** A kind by its code or its name, as the sheet of a workbook or a file may be called. */
export function kindCalled(name: string) {
  const said = name.trim().toLowerCase()
  return kinds.find(({ code, noun }) => [code, ...noun].some((called) => called.toLowerCase() === said))
}
