import type { getTourLeader } from 'guidon-sdk'
import type { Words } from '../../kit/words.ts'

export type Leader = Awaited<ReturnType<typeof getTourLeader>>

export const gradeWords: Record<Leader['grade'], Words> = {
  trainee: ['實習', 'Trainee'],
  junior: ['初級', 'Junior'],
  senior: ['資深', 'Senior'],
  expert: ['專家', 'Expert'],
}
export const statusWords: Record<Leader['status'], Words> = {
  active: ['可帶團', 'Active'],
  on_leave: ['留職停薪', 'On leave'],
  inactive: ['離職', 'Inactive'],
}
export const levelWords: Record<Leader['languages'][number]['level'], Words> = {
  basic: ['基礎', 'basic'],
  conversational: ['會話', 'conversational'],
  fluent: ['流利', 'fluent'],
  native: ['母語', 'native'],
}
export const employmentWords: Record<Leader['employment_type'], Words> = {
  staff: ['專任', 'Staff'],
  contract: ['約聘', 'Contract'],
  freelance: ['特約', 'Freelance'],
}
