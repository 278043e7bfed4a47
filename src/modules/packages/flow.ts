import type { Flow, Step } from '../../kit/flow.ts'
import { type PackageStatus, packageStatuses as statuses } from './schema.ts'

/** Who writes packages. */
export const editors = ['admin', 'department'] as const

/** A package grows from draft to published; a key is the last part of its address. */
export const steps = {
  publish: { by: editors, from: ['draft', 'archived'], to: 'published' },
  archive: { by: editors, from: ['draft', 'published'], to: 'archived' },
} as const satisfies Record<string, Step<PackageStatus>>
export type StepName = keyof typeof steps

export const life = { statuses, starts: ['draft'], ends: ['archived'], steps } as const satisfies Flow<PackageStatus>
