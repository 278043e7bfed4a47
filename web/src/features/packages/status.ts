import type { Package } from 'guidon-sdk'

export const statusHues: Record<Package['status'], string> = {
  draft: 'turn-department',
  published: 'turn-done',
  archived: 'turn-over',
}
