import type { Package } from 'guidon-sdk'
import { plural, type Say } from '../../kit/words.ts'

/** `5 天 4 夜` */
export const lengthOf = (say: Say, { days, nights }: Pick<Package, 'days' | 'nights'>) =>
  say(`${days} 天 ${nights} 夜`, `${plural(days, 'day')}, ${plural(nights, 'night')}`)
