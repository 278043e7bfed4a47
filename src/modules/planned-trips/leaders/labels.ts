import type { Words } from '../../../kit/words/words.ts'

type Briefing = { serial: string; name: string; hours: string | null }

/** The briefing of a trip in a sentence: its hours by the clock of the house, never the dates of the trip. */
export const briefingWords = ({ serial, name, hours }: Briefing): Words => [
  `${serial} ${name} 說明會：${hours ?? '時間未定'}`,
  `${serial} ${name} Briefing: ${hours ?? 'no hours yet'}`,
]
