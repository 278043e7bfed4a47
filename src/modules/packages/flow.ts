import type { Step } from '../../kit/flow.ts'
import type { PackageStatus } from './schema.ts'

/** A package grows from draft to published; a key is the last part of its address. */
export const steps = {
  publish: { from: ['draft', 'archived'], to: 'published' },
  archive: { from: ['draft', 'published'], to: 'archived' },
} as const satisfies Record<string, Step<PackageStatus>>
export type StepName = keyof typeof steps
