import { executionAsyncResource } from 'node:async_hooks'

// Keeps one of the objects that Node makes for each `process.nextTick`. If a garbage collection finds none of them, V8 forgets their
// shape and no longer optimizes how they are made, so that each tick costs five times as much until the process ends.
const kept = []
process.nextTick(() => kept.push(executionAsyncResource()))
