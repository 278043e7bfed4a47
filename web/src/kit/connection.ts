import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { store } from './store.ts'

/** The state of the live stream. `lost`: it was connected before. `over`: the session has ended. */
export const connection = store<'none' | 'live' | 'lost' | 'over'>('none')
export const useConnection = connection.use

/** Whether the browser has a network. */
export const useIsOnline = () =>
  useSyncExternalStore(
    (told) => onlineManager.subscribe(told),
    () => onlineManager.isOnline(),
  )
