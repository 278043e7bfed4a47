import { sql } from 'kysely'
import { labelled, nullable, oneOf, without } from '../../../kit/fields.ts'
import { countryCodes, countryName } from '../../../kit/words/countries.ts'
import { typeWords } from '../../leader-calendar/calendar.ts'
import { NewUnavailability, removeWrittenUnavailability, writeUnavailability } from '../../leader-calendar/days-off.ts'
import { createLeader } from '../../tour-leaders/change.ts'
import { removeLeader } from '../../tour-leaders/erase.ts'
import { EmergencyContact, License, type NewLeader, TourLeader } from '../../tour-leaders/schema.ts'
import { seesAll } from '../../users/reader.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { column, columns, inList, type Kind, keyFrom, oneByOne, reference } from '../kind.ts'
import { byColumn, byQuery } from './find.ts'
import { languagesIn } from './spoken.ts'

const { languages } = TourLeader.properties
const country = nullable(oneOf(countryCodes))
const plain = {
  ...without(TourLeader, ['languages', 'licenses', 'emergency_contact']).properties,
  nationality: country,
  passport_country: labelled(country, ['護照發照國', 'Issuing country']),
}
const contact = EmergencyContact.properties
const license = License.properties

type Body = Omit<NewLeader, 'licenses' | 'emergency_contact'> & {
  license_type?: string
  license_number?: string
  license_issued_on?: string
  license_expires_on?: string
  emergency_name?: string
  emergency_relation?: string
  emergency_phone?: string
}

export const leaderKind: Kind = {
  code: 'leaders',
  noun: importKindWords.leaders,
  of: 'tour_leaders',
  columns: [
    ...columns(plain, {
      name: { words: ['姓名', 'Name'], personWith: 'mobile' },
      gender: inList('gender'),
      employment_type: inList('employment_type'),
      grade: inList('leader_grade'),
      status: inList('leader_status'),
      birth_date: { example: '1985-04-12' },
      left_on: { example: '' },
      nationality: { codes: countryName, example: 'TW' },
      passport_country: { codes: countryName, example: 'TW' },
    }),
    column('languages', languages, {
      example: ['日文：母語、英文：流利', 'Japanese: native, English: fluent'],
      read: languagesIn,
    }),
    column('license_type', nullable(license.type), { words: ['執業證種類', 'Kind of licence'] }),
    column('license_number', license.number, { words: ['執業證號碼', 'Number of the licence'] }),
    column('license_issued_on', license.issued_on, { words: ['執業證核發日', 'Licence issued on'] }),
    column('license_expires_on', license.expires_on, { words: ['執業證效期', 'Licence expires on'] }),
    column('emergency_name', labelled(nullable(contact.name), ['緊急聯絡人', 'Emergency contact']), {
      personWith: 'emergency_phone',
    }),
    column('emergency_relation', contact.relation, { words: ['與緊急聯絡人關係', 'Relation'] }),
    column('emergency_phone', labelled(nullable(contact.phone), ['緊急聯絡電話', 'Emergency phone'])),
    reference(
      'account_name',
      { field: 'user_id', to: 'users', by: ['email', 'name'] },
      { words: ['登入帳號', 'Account'], example: '' },
    ),
  ],
  keyOf: ({ leader_number, name, mobile }) => `${leader_number ?? `${name}/${mobile ?? ''}`}`.toLowerCase(),
  isPersonal: true,
  find: byColumn('tour_leaders', 'leader_number'),
  write: oneByOne(({ tx, keys }, body: Body) => createLeader(tx, keys, leaderOf(body))),
  remove: ({ tx }, id) => removeLeader(tx, seesAll, id, undefined),
}

const leaderOf = ({
  license_type,
  license_number,
  license_issued_on,
  license_expires_on,
  emergency_name,
  emergency_relation,
  emergency_phone,
  ...body
}: Body): NewLeader => ({
  ...body,
  ...(license_type && {
    licenses: [
      {
        type: license_type,
        number: license_number ?? null,
        issued_on: license_issued_on ?? null,
        expires_on: license_expires_on ?? null,
      },
    ],
  }),
  ...(emergency_name &&
    emergency_phone && {
      emergency_contact: { name: emergency_name, relation: emergency_relation ?? null, phone: emergency_phone },
    }),
})

export const leaderColumn = reference(
  'leader_number',
  { field: 'tour_leader_id', to: 'tour_leaders', by: ['leader_number', 'name', 'name_en'] },
  { words: ['領隊編號', 'Leader number'], example: 'TL00001', isRequired: true },
)
const days = without(NewUnavailability, ['tour_leader_id', 'override'])

/** Days off are approved: the house has granted them before. */
export const leaveKind: Kind = {
  code: 'leader-leave',
  noun: importKindWords['leader-leave'],
  of: 'leader_unavailabilities',
  columns: [
    leaderColumn,
    ...columns(days.properties, {
      type: { codes: (code) => typeWords[code as keyof typeof typeWords] },
      firmness: inList('firmness'),
    }),
  ],
  keyOf: keyFrom('leader_number', 'starts_on', 'type'),
  isPersonal: true,
  find: byQuery(sql`
    select u.id, lower(concat_ws('/', l.leader_number, u.starts_on, u.type)) as key
      from leader_unavailabilities u join tour_leaders l on l.id = u.tour_leader_id where u.status = 'approved'`),
  write: oneByOne(({ tx, actor_id }, body: NewUnavailability & { tour_leader_id: number }) =>
    writeUnavailability(tx, {
      ...body,
      status: 'approved',
      requested_by: actor_id ?? null,
      decided_by: actor_id ?? null,
      decided_at: sql<string>`now()`,
    }),
  ),
  remove: ({ tx }, id) => removeWrittenUnavailability(tx, id),
}
