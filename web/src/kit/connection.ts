import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { store } from './store.ts'

/** Whether changes are heard at once. `lost`: they were, and are not any more. `over`: the session has ended. */
export const connection = store<'none' | 'live' | 'lost' | 'over'>('none')
export const useConnection = connection.use

/** Whether the browser has a network. */
export const useIsOnline = () =>
  useSyncExternalStore(
    (told) => onlineManager.subscribe(told),
    () => onlineManager.isOnline(),
  )
