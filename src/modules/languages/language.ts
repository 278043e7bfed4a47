import type { Words } from '../../kit/words/words.ts'
import type { NoticeName } from './samples.ts'

/** The pages that mails lead to: records in the console, the console itself, and what a customer or a traveler opens. */
export type MailedPage =
  | 'addon_request'
  | 'booking'
  | 'planned_trip'
  | 'traveler'
  | 'desk'
  | 'own_booking'
  | 'own_bookings'
  | 'own_trip'

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
  | 'booking-restored'
  | 'traveler-cancelled'
  | 'recounted'
  | 'assigned'
  | 'handed-over'
  | 'reminded'
  | 'deadline-soon'
  | 'deadline-passed'

/** What a friend on LINE is answered by the system. */
export type LineAnswer =
  | 'greeting'
  | 'linked'
  | 'relinked'
  | 'unlinked'
  | 'wrong_code'
  | 'used_code'
  | 'old_code'
  | 'too_often'
  | 'answered'
  | 'refused_file'
  | 'refused_file_of_stranger'

/** All sentences of the system in one language. `{name}` stands for a parameter. A third language is one more file of this type. */
export type Language = {
  /** The name of the language. */
  name: Words
  /** A personal name in this language, for examples. */
  addressee: string
  conversation: Readonly<Record<Sentence, string>>
  line: Readonly<Record<LineAnswer, string>>
  /**
   * The notices, in the app and by mail: the title is the subject of the mail. `{kind:document}` is a code in the words of the list
   * `document`. A line with a missing parameter is left out.
   */
  notices: Readonly<Record<NoticeName, readonly [title: string, body: string]>>
  /** The first and last lines of a mail. */
  mail: Readonly<{
    greeting: string
    greetingWithoutName: string
    /** The subject of a mail with several notices, and the line for notices that are left out. */
    several: string
    left: string
    /** The line of a link: its words and its address. */
    link: string
    /** The words of a link to a page, where its notice has none of its own. */
    pages: Readonly<Record<MailedPage, string>>
    /** The lines about the sender of a mail to a customer. */
    sender: string
    signed: string
    /**
     * The words of a button, where those before the link are a sentence, or there are none; of a notice that `notify` mails, in the
     * mail to a customer.
     */
    buttons: Readonly<Partial<Record<NoticeName, string>>>
  }>
  /** The separator of lists. */
  comma: string
}
