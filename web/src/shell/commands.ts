import { type Me, signOut } from '../kit/me.ts'
import { editsBookings, everybody } from '../kit/roles.ts'
import { theme, type Words } from '../kit/words.ts'

/** A sheet that can be opened on any page. */
export type SheetName = 'booking' | 'keys'

export type Command = {
  words: Words
  isFor: (me: Me) => boolean
  run: (open: (sheet: SheetName) => void) => unknown
}

/** The commands of the palette, besides its links to pages. */
export const commands: readonly Command[] = [
  { words: ['新增訂單…', 'New booking…'], isFor: editsBookings, run: (open) => open('booking') },
  { words: ['深色畫面', 'Dark'], isFor: everybody, run: () => theme.set('dark') },
  { words: ['淺色畫面', 'Light'], isFor: everybody, run: () => theme.set('light') },
  { words: ['明暗依系統設定', 'Follow the system theme'], isFor: everybody, run: () => theme.set('light dark') },
  { words: ['鍵盤快速鍵', 'Keyboard shortcuts'], isFor: everybody, run: (open) => open('keys') },
  { words: ['登出', 'Sign out'], isFor: everybody, run: () => signOut() },
]
