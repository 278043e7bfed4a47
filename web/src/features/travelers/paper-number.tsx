import { revealTravelerDocument, type TripRegistrationDocument } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { MaskedNumber } from '../../ui/masked-number.tsx'

/** The number of a document, masked until the reader gives a reason. */
export const PaperNumber = ({ document: { id, number } }: { document: TripRegistrationDocument }) => (
  <MaskedNumber
    masked={number ?? ''}
    read={async (reason) => (await revealTravelerDocument(guidon, id, { fields: ['number'], reason })).number}
  />
)
