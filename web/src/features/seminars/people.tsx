import { Link } from '@tanstack/react-router'
import { deleteSessionAttendance, type SessionAttendance } from 'guidon-sdk'
import { attendanceStatusWords } from 'guidon-sdk/words'
import { timeOf } from '../../kit/days.ts'
import { seesTravelers, useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import css from './page.module.css'
import { companyOf, mayAsk, mayEdit, nameIn, useAttendance, useGuestEnquiries } from './queries.ts'
import { attendanceHues } from './status.ts'

/** All invited people and guests, with their answers. */
export const People = ({ people }: { people: SessionAttendance[] }) => {
  const say = useSay()
  const me = useMe()
  const isEditor = mayEdit(me)
  return (
    <table className={`table as-cards ${css.peopleTable}`}>
      <thead>
        <tr>
          <th scope="col">{say('姓名', 'Name')}</th>
          <th scope="col">{say('訂單或聯絡', 'Booking or contact')}</th>
          <th scope="col">{say('答覆', 'Answer')}</th>
          {isEditor && <th scope="col">{say('更改', 'Change')}</th>}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td>
              <Name person={person} />
              {say(...companyOf(person))}
              {person.checked_in_at && (
                <span className="sub">
                  {say(`${timeOf(person.checked_in_at)} 到`, `since ${timeOf(person.checked_in_at)}`)}
                </span>
              )}
            </td>
            <td>
              {person.traveler?.booking_number ?? person.guest_phone ?? person.guest_email}
              {mayAsk(me) && <EnquiryOf person={person} />}
            </td>
            <td>
              <span className={`badge ${attendanceHues[person.status]}`}>
                {say(...attendanceStatusWords[person.status])}
              </span>
            </td>
            {isEditor && (
              <td>
                <Changes person={person} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Name = ({ person }: { person: SessionAttendance }) => {
  const me = useMe()
  if (!person.traveler || !seesTravelers(me)) return <b>{nameIn(person)}</b>
  return (
    <Link className="link" to="/travelers/$id" params={{ id: String(person.traveler.id) }}>
      {nameIn(person)}
    </Link>
  )
}

/** The enquiry that was made of a guest, or the button that makes one. */
const EnquiryOf = ({ person: { id, session_id, enquiry_id, traveler, guest_phone, guest_email } }: OfPerson) => {
  const say = useSay()
  const { mutate, isPending } = useGuestEnquiries(session_id)
  if (traveler || (!guest_phone && !guest_email)) return null
  if (enquiry_id !== null)
    return (
      <Link className="link sub" to="/enquiries/$id" params={{ id: String(enquiry_id) }}>
        {say('洽詢', 'Enquiry')}
      </Link>
    )
  return (
    <button type="button" className="button plain small" disabled={isPending} onClick={() => mutate([id])}>
      {say('轉為洽詢', 'Make an enquiry')}
    </button>
  )
}
type OfPerson = { person: SessionAttendance }

const chosen = ['registered', 'attended', 'absent'] as const

const Changes = ({ person }: { person: SessionAttendance }) => {
  const say = useSay()
  const { mutate, isPending } = useAttendance()
  const { id, session_id, version } = person
  const removal = useWrite({
    send: (_, guidon) => deleteSessionAttendance(guidon, session_id, id, { version }),
    tellsRefusal: ['移除失敗。', 'Not removed.'],
    changes: ['sessions'],
  })
  return (
    <span className={css.changesOfOne}>
      <select
        className="input"
        aria-label={say(`${nameIn(person)} 的答覆`, `Answer of ${nameIn(person)}`)}
        disabled={isPending}
        value={person.status}
        onChange={({ target }) => {
          const status = chosen.find((each) => each === target.value)
          if (status) mutate({ id, session_id, version, status })
        }}
      >
        {person.status === 'invited' && <option value="invited">{say(...attendanceStatusWords.invited)}</option>}
        {chosen.map((status) => (
          <option key={status} value={status}>
            {say(...attendanceStatusWords[status])}
          </option>
        ))}
      </select>
      <ConfirmButton
        words={say('移除', 'Remove')}
        sure={say('確定？', 'Sure?')}
        act={() => removal.mutate()}
        disabled={removal.isPending}
      />
    </span>
  )
}
