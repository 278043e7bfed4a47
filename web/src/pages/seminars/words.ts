import type { Seminar, SeminarSession, SessionAttendance } from 'guidon-sdk'
import { nameOf, type Say, type Words } from '../../kit/words.ts'

export const titleOf = (say: Say, { title, title_en }: { title: string; title_en: string | null }) =>
  nameOf(say, { name: title, name_en: title_en })

export const kindWords: Record<Seminar['kind'], Words> = {
  pre_departure: ['行前說明會', 'Pre-departure briefing'],
  product_talk: ['產品說明會', 'Product talk'],
  leader_training: ['領隊訓練', 'Leader training'],
}

export const statusWords: Record<SeminarSession['status'], Words> = {
  draft: ['草稿', 'Draft'],
  open: ['開放', 'Open'],
  full: ['額滿', 'Full'],
  done: ['已結束', 'Done'],
  cancelled: ['已取消', 'Cancelled'],
}
/** The statuses that a person chooses: full is derived from the seats. */
export const chosenStatuses = ['draft', 'open', 'done', 'cancelled'] as const
type Chosen = (typeof chosenStatuses)[number]

/** The status in a form, as a change takes it; a new one begins as a draft or open. */
export const statusIn = (text: string) => chosenStatuses.find((each) => each === text)
export const begun = (status: Chosen | undefined) => (status === 'draft' || status === 'open' ? { status } : {})

export const statusHues: Record<SeminarSession['status'], string> = {
  draft: 'turn-over',
  open: 'turn-sales',
  full: 'turn-customer',
  done: 'turn-done',
  cancelled: 'turn-over',
}

export const attendanceWords: Record<SessionAttendance['status'], Words> = {
  invited: ['已邀請', 'Invited'],
  registered: ['會來', 'Coming'],
  attended: ['已到場', 'Attended'],
  absent: ['不來', 'Absent'],
}
export const attendanceHues: Record<SessionAttendance['status'], string> = {
  invited: 'turn-customer',
  registered: 'turn-sales',
  attended: 'turn-done',
  absent: 'turn-over',
}
