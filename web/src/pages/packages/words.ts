import type { Package } from 'guidon-sdk'
import type { Say, Words } from '../../kit/words.ts'

export const kindWords: Record<Package['kind'], Words> = {
  group: ['團體', 'Group'],
  mini_group: ['小團', 'Small group'],
  private: ['包團', 'Private'],
  incentive: ['獎勵旅遊', 'Incentive'],
}

export const statusWords: Record<Package['status'], Words> = {
  draft: ['草稿', 'Draft'],
  published: ['上架', 'Published'],
  archived: ['封存', 'Archived'],
}

export const statusHues: Record<Package['status'], string> = {
  draft: 'turn-department',
  published: 'turn-done',
  archived: 'turn-over',
}

/** `5 天 4 夜` */
export const lengthOf = (say: Say, { days, nights }: Pick<Package, 'days' | 'nights'>) =>
  say(`${days} 天 ${nights} 夜`, `${days} days, ${nights} nights`)
