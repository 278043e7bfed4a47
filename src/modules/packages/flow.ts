import type { Flow, Step } from '../../kit/flow.ts'
import { type PackageStatus, packageStatuses as statuses } from './schema.ts'

/** The roles that may change packages. */
export const editors = ['admin', 'department'] as const

/** The steps of a package; a key is the last segment of the step's path. */
export const steps = {
  publish: { by: editors, from: ['draft', 'archived'], to: 'published' },
  archive: { by: editors, from: ['draft', 'published'], to: 'archived' },
} as const satisfies Record<string, Step<PackageStatus>>
export type StepName = keyof typeof steps

export const packageFlow = {
  statuses,
  starts: ['draft'],
  ends: ['archived'],
  steps,
  words: { status: 'package_status', step: 'package_step' },
} as const satisfies Flow<PackageStatus>
