import { store } from './store.ts'

/** Whether changes are heard at once. `lost`: they were, and are not any more. */
export const connection = store<'none' | 'live' | 'lost'>('none')
export const useConnection = connection.use
