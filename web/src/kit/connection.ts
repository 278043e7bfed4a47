import { store } from './store.ts'

/** Whether changes are heard at once. `lost`: they were, and are not any more. `over`: the session has ended. */
export const connection = store<'none' | 'live' | 'lost' | 'over'>('none')
export const useConnection = connection.use
