/** What a special request of a traveler is about. */
export const requestKinds = ['meal', 'seat', 'room', 'medical', 'mobility', 'celebration', 'other'] as const
