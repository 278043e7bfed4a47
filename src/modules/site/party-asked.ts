import { type Party, partyIn } from '../bookings/party.ts'

/** The party of a visitor who has named none. */
export const USUAL_PARTY: Party = { adults: 2, children: 0, infants: 0 }

/** The party in an address. The forms of pages send three numbers; links have them in one. */
export function partyAsked({ party, adults, children, infants }: Record<string, unknown>): Party | undefined {
  return partyIn(
    typeof party === 'string' ? party : adults === undefined ? undefined : `${adults}.${children}.${infants}`,
  )
}
