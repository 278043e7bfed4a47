import { limitTable } from './kit/throttle.ts'
import { terms } from './terms.ts'

const QUARTER_HOUR = 15 * 60
const AN_HOUR = 3600
const A_DAY = 24 * AN_HOUR

/**
 * Every limit of how often something may be done: how many times, in which time, counted for whom, and why. The name of a row is the
 * first part of the key of its counters, so two rows never share a counter. Whoever limits something takes a row from here.
 */
// biome-ignore format: a table is read in rows.
export const limits = limitTable({
  'login address': { most: 100, seconds: QUARTER_HOUR, per: 'address', why: 'one address tries the passwords of many accounts' },
  'login account': { most: 20, seconds: QUARTER_HOUR, per: 'account', why: 'many addresses try the passwords of one account' },
  'login home': { most: 20, seconds: QUARTER_HOUR, per: 'account and address', why: 'the owner gets in while others attack the account' },
  'code address': { most: 100, seconds: QUARTER_HOUR, per: 'address', why: 'one address tries the second factors of many accounts' },
  'code account': { most: 20, seconds: QUARTER_HOUR, per: 'account', why: 'many addresses try the second factor of one account' },
  'code home': { most: 20, seconds: QUARTER_HOUR, per: 'account and address', why: 'the owner gets in while others attack the account' },
  password: { most: 20, seconds: QUARTER_HOUR, per: 'account', why: 'a stolen session tries the password of its account' },
  'password links of account': { most: 5, seconds: AN_HOUR, per: 'account', why: 'mailboxes are not flooded' },
  'password links from address': { most: 30, seconds: AN_HOUR, per: 'address', why: 'one address asks for links of many accounts' },
  'sign-in links of account': { most: 5, seconds: AN_HOUR, per: 'account', why: 'mailboxes are not flooded' },
  'sign-in links from address': { most: 30, seconds: AN_HOUR, per: 'address', why: 'one address asks for links of many accounts' },
  'mail to a stranger': { most: 5, seconds: AN_HOUR, per: 'mailbox', why: 'a mailbox that somebody else typed is not flooded, whichever form it was typed into' },
  'trip registration from': { most: 20, seconds: AN_HOUR, per: 'address', why: 'strangers cannot take all seats' },
  'trip registration for': { most: 5000, seconds: AN_HOUR, per: 'trip', why: 'the rows of a flood from many addresses stay few' },
  'registration drafts from': { most: 60, seconds: AN_HOUR, per: 'address', why: `a draft takes room for ${terms.draft.en}` },
  'registration drafts for': { most: 5000, seconds: AN_HOUR, per: 'trip', why: 'the rows of a flood from many addresses stay few' },
  'changes of draft': { most: 600, seconds: AN_HOUR, per: 'draft', why: 'a family fills it in on several phones, not a program' },
  'lost links from': { most: 20, seconds: AN_HOUR, per: 'address', why: 'one address asks for the links of many bookings' },
  'lost link of booking': { most: 1, seconds: 60 * terms.lostLink.count, per: 'booking', why: 'mailboxes are not flooded' },
  'links of booking': { most: 20, seconds: AN_HOUR, per: 'booking', why: 'each link opens the booking until it ends' },
  'papers mailed of booking': { most: 20, seconds: AN_HOUR, per: 'booking', why: 'mailboxes are not flooded' },
  'reminders of offer': { most: 2, seconds: A_DAY, per: 'offer', why: 'each reminder mails the offer again' },
  'papers mailed of trip': { most: 60, seconds: AN_HOUR, per: 'trip', why: 'mailboxes are not flooded' },
  'change requests of booking': { most: 20, seconds: AN_HOUR, per: 'booking', why: 'each request notifies sales' },
  'cancellation requests of booking': { most: 20, seconds: AN_HOUR, per: 'booking', why: 'each request notifies sales' },
  'contacts of booking': { most: 20, seconds: AN_HOUR, per: 'booking', why: 'each change mails a link to another address' },
  'invitation for booking': { most: 3, seconds: AN_HOUR, per: 'booking', why: 'mailboxes are not flooded' },
  'test mails of account': { most: 20, seconds: AN_HOUR, per: 'account', why: 'mailboxes are not flooded' },
  'enquiries from': { most: 20, seconds: AN_HOUR, per: 'address', why: 'each enquiry notifies sales' },
  'enquiries of the site': { most: 1000, seconds: AN_HOUR, per: 'house', why: 'the rows of a flood from many addresses stay few' },
  'session join': { most: 20, seconds: AN_HOUR, per: 'address', why: 'strangers cannot take all seats of a briefing' },
  'extras of booking': { most: 20, seconds: AN_HOUR, per: 'booking', why: 'each request notifies a department' },
  'payment reports of booking': { most: 10, seconds: AN_HOUR, per: 'booking', why: 'each report notifies finance' },
  'tries to pay of booking': { most: 30, seconds: AN_HOUR, per: 'booking', why: 'each try is a row, and a number at the provider' },
  'forged payment notices from': { most: 60, seconds: AN_HOUR, per: 'address', why: 'the rows of a flood stay few; what is signed is never counted' },
  'messages of booking': { most: 30, seconds: AN_HOUR, per: 'booking', why: 'each message notifies sales' },
  'LINE codes of friend': { most: 10, seconds: AN_HOUR, per: 'friend', why: 'a friend does not guess the codes of others' },
  'LINE files of friend': { most: 60, seconds: AN_HOUR, per: 'friend', why: 'a stranger does not fill the store of files' },
  'LINE codes shown': { most: 20, seconds: AN_HOUR, per: 'person', why: 'a code is shown to somebody, not to a program' },
  'papers handed in for booking': { most: 60, seconds: AN_HOUR, per: 'booking', why: 'files take room, and a party has many papers' },
  'changes of traveler by link': { most: 60, seconds: AN_HOUR, per: 'traveler', why: 'files take room' },
  'papers printed for address': { most: 60, seconds: 600, per: 'address', why: 'printing takes time of the processor, and papers that are kept count for nobody' },
  'papers printed for booking': { most: 60, seconds: 600, per: 'booking', why: 'printing takes time of the processor' },
})

/** How many rows an account may keep of what it makes for itself. */
export const MOST_SAVED_VIEWS = 200
