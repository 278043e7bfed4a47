import { draftKey } from '../kit/draft-store.ts'
import { subjectAt } from '../ui/subject-link.tsx'

export type Recent = { type: string; id: number; title: string; about: string }

const MOST = 6
/** It contains names of people, so it is deleted together with the drafts at the sign-out. */
const key = draftKey('recent')

/** The records that were viewed last, the latest first. */
export const recentRecords = (): Recent[] => JSON.parse(localStorage.getItem(key) ?? '[]')

export const rememberRecent = (path: string, heading: Element) => {
  const subject = subjectAt(path)
  if (!subject) return
  const textOf = (part: string) => heading.querySelector(part)?.textContent ?? ''
  const shown = { ...subject, title: textOf('h1'), about: textOf('p') }
  const others = recentRecords().filter(({ type, id }) => type !== subject.type || id !== subject.id)
  localStorage.setItem(key, JSON.stringify([shown, ...others].slice(0, MOST)))
}
