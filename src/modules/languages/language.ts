/** The sentences of the system in the conversation about an add-on request, with their parameters. */
export type Sentence =
  | 'created'
  | 'approve'
  | 'decline'
  | 'cancel'
  | 'sales-inquiry'
  | 'department-quote'
  | 'sales-forward'
  | 'customer-response.accepted'
  | 'customer-response.rejected'
  | 'customer-response.negotiating'
  | 'sales-confirm'
  | 'department-decline'
  | 'department-final'
  | 'department-correct'
  | 'department-undo'
  | 'declined'
  | 'next.accepted'
  | 'next.rejected'
  | 'next.negotiating'
  | 'delivered'
  | 'booking-cancelled'
  | 'traveler-cancelled'
  | 'deadline-soon'
  | 'deadline-passed'

/** All that the system says in one language. `{name}` stands for a parameter. A third language is one more file of this type. */
export type Language = {
  conversation: Readonly<Record<Sentence, string>>
}
