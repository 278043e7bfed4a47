import { nameOf, type Say } from '../../kit/words.ts'

export const titleOf = (say: Say, { title, title_en }: { title: string; title_en: string | null }) =>
  nameOf(say, { name: title, name_en: title_en })
