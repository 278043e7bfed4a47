import type { Io } from './io.ts'

/** All values that a command line may hold. A command gets those that its row in the table declares. */
export type Arguments = Record<
  'file' | 'to' | 'from' | 'email' | 'id' | 'name' | 'role' | 'days' | 'host' | 'admin' | 'backup',
  string
> &
  Partial<
    Record<
      'nameEn' | 'department' | 'kind' | 'encoding' | 'locale' | 'out' | 'port' | 'files' | 'only' | 'since' | 'until',
      string
    >
  > &
  Partial<
    Record<'json' | 'demo' | 'preview' | 'dryRun' | 'passwordStdin' | 'withKey' | 'withoutKey' | 'watch', boolean>
  >

/** Runs a command. Resolves to `false` when it failed and has said why. */
export type Run = (io: Io, given: Arguments) => Promise<unknown>
