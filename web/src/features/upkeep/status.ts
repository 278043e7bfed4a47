import type { Health as Check, Import } from 'guidon-sdk'

export type { Check }

export const stateHues: Record<Check['is'], string> = { ok: 'turn-done', warn: 'turn-customer', fail: 'turn-late' }

export const importHues: Record<Import['status'], string> = {
  checking: 'turn-customer',
  checked: 'turn-customer',
  running: 'turn-customer',
  done: 'turn-done',
  failed: 'turn-late',
  undone: 'turn-over',
}
