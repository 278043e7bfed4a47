import { useQuery } from '@tanstack/react-query'
import {
  checkInAtSession,
  getSeminar,
  getSession,
  listSeminarSessions,
  listSessionAttendances,
  makeEnquiriesOfGuests,
  type SeminarSession,
  type SessionAttendance,
  type SessionAttendanceChange,
  updateSessionAttendance,
} from 'guidon-sdk'
import { allOf } from '../../kit/all-of.ts'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { checksIn, editsSeminars, invitesToSeminars, worksOnEnquiries } from '../../kit/roles.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'

export const mayEdit = editsSeminars
/** Sales and managers put people on a list too, and make enquiries of guests. */
export const mayInvite = invitesToSeminars
export const mayAsk = worksOnEnquiries
/** Sales and leaders may check people in too. */
export const mayCheckIn = checksIn

/** Records that somebody has arrived. */
export const useCheckIn = () => {
  return useWrite({
    send: ({ id, session_id }: SessionAttendance, guidon) =>
      checkInAtSession(guidon, session_id, { attendance_ids: [id] }),
    of: ({ id }) => id,
    queues: true,
    tellsRefusal: unreachable,
    changes: ['sessions'],
  })
}

const unreachable: Words = [
  '無法連線，這一項尚未儲存；請稍後再試。',
  'Cannot connect. This was not saved; please try again later.',
]

export const useSeminar = (id: number) =>
  useQuery({ queryKey: ['seminars', id], queryFn: () => getSeminar(guidon, id) })

export const useSessionsOf = (id: number) =>
  useQuery({
    queryKey: ['seminars', id, 'sessions'],
    queryFn: () => listSeminarSessions(guidon, id, { sort: 'starts_at', per_page: 100 }),
  })

export const useSession = (id: number) =>
  useQuery({ queryKey: ['sessions', id], queryFn: () => getSession(guidon, id) })

/** All people of a session, so that a name is found without a request. */
export const usePeople = (id: number) =>
  useQuery({
    queryKey: ['sessions', id, 'people'],
    queryFn: () => allOf((at) => listSessionAttendances(guidon, id, at)),
  })

/** Changes one attendance, such as a check-in; then the list is read again. */
export const useAttendance = () => {
  return useWrite({
    send: ({ id, session_id, version, ...change }: Marked, guidon) =>
      updateSessionAttendance(guidon, session_id, id, change, { version }),
    of: ({ id }) => id,
    tellsRefusal: unreachable,
    changes: ['sessions'],
  })
}
type Marked = Pick<SessionAttendance, 'id' | 'session_id' | 'version'> & SessionAttendanceChange

/** Makes an enquiry of one guest, or of all who are none yet. */
export const useGuestEnquiries = (session: number) => {
  const say = useSay()
  return useWrite({
    send: (attendance_ids: number[], guidon) =>
      makeEnquiriesOfGuests(guidon, session, attendance_ids.length ? { attendance_ids } : {}),
    says: ({ made }) => ({
      title: made
        ? say(`已轉為 ${made} 筆洽詢`, `${made} made enquiries`)
        : say(
            '沒有可以轉的來賓：都已轉過，或沒有電話與信箱。',
            'No guest is left: all are enquiries, or cannot be reached.',
          ),
    }),
    tellsRefusal: unreachable,
    changes: ['sessions', 'enquiries', 'work'],
  })
}

/** Who comes along, if anybody: `等 3 人`. */
export const companyOf = ({ people }: SessionAttendance): Words =>
  people > 1 ? [` 等 ${people} 人`, ` and ${people - 1} more`] : ['', '']

export const nameIn = ({ traveler, guest_name }: SessionAttendance) => traveler?.name ?? guest_name ?? ''

/** `12/3 (四) 19:30–21:00`, in the time zone of the place. */
export const timesOf = ({ starts_local, ends_local }: Pick<SeminarSession, 'starts_local' | 'ends_local'>) =>
  `${shortDay(starts_local.slice(0, 10))} ${starts_local.slice(11)}–${ends_local.slice(11)}`
