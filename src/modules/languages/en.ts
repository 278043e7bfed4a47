import { terms } from '../../terms.ts'
import type { Language } from './language.ts'

/** The data of a booking. Lines without a value are left out. */
const account = `

{now}

Other dates of this tour: {dates}

Booking: {number}
Trip: {serial} {trip_en} ({departure:span:return})
Status: {status}
Kept until: {kept_until:moment}

{lines}
Total: {total}
Paid: {paid}

Deposit: {deposit} (by {deposit_until:moment})
Deposit: {deposit} (by {deposit_due:day})
Balance due: {balance_due:day}
Cancellation fee: {fee}
Refund: {refund}
Reason for the cancellation: {reason}`
const booking = `${account}\n\nSee your booking: {link}`
const proving = `${account}\n\nConfirm your address: {link}`
const accepting = `${account}\n\nAccept the seats: {link}`

const calledOff = 'We are sorry: this trip does not take place, and we apologize for the trouble.'

const money = `

{serial} {trip_en}
Paid by: {method:payment_method}
Still to pay: {balance}
Balance due: {balance_due:day}`

const request = '{serial} {traveler}: {type_en}'
const extra = `${request}\n{price}\n\n{words}`
const ended = `${request}\nReason: {words}`
const wanted = `{number} {traveler}
Name: {name}
Surname as in the passport: {surname_en}
Given name as in the passport: {given_name_en}
Fare: {type_before:passenger_type} → {type_after:passenger_type}
Bed: {bed_before:bed} → {bed_after:bed}
Bed type: {bed_type_before:bed_type} → {bed_type_after:bed_type}
Roommates: {roommates}
Total of the booking: {price}`
const party = '{trip_en} {departure:day} {contact}\n{reason}'
const incident = '{trip}\nHappened at: {happened:moment}'
const leaving =
  '{number} {contact}\nTravelers to cancel: {travelers}\nWhy: {reason}\nAsked on: {day:day}\nFee on that day: {fee}'
const payee = `

For: {purpose:payment_purpose}
Amount: {amount}
Last day: {due:day}
Bank: {bank_en} ({bank_code})
Account name: {account_name_en}
Account number: {account_number}
Reference: {reference}

This number is for this payment alone: please transfer exactly {exactly}.

Pay online, by card or ATM: {pay_path}`
const trip = '{serial} {name_en} {starts:span:ends}'
const briefing = '{serial} {name_en} Briefing: {hours:hours}'
const days = '{leader}: {type:leave} {starts:span:ends}\n({note})'
const handover = '{serial} {name_en}\n{note}'
const ifNotYou = 'If this was not you, change your password at once and tell an administrator.'

export const en: Language = {
  name: ['英文', 'English'],
  addressee: 'Hsiao-Mei Wang',
  conversation: {
    created: 'Created: {type_en}, assigned to {department}.',
    approve: 'Approved.',
    decline: 'Not approved.',
    cancel: 'Cancelled.',
    'sales-inquiry': 'Please quote.',
    'department-quote': 'Here is the quote.',
    'sales-forward': 'Here is our offer; please answer it.',
    'customer-response.accepted': 'We accept.',
    'customer-response.rejected': 'We decline.',
    'customer-response.negotiating': 'We would like to discuss it.',
    'sales-confirm': 'Confirmed with the customer.',
    'department-final': 'Completed.',
    'department-decline': 'It cannot be provided.',
    'department-correct': 'The price was corrected.',
    'department-undo': 'The completion was taken back.',
    declined: 'We are sorry, we cannot arrange this: {reason}',
    'next.accepted': 'Accepted; next: sales confirms with the department.',
    'next.rejected': 'Declined; next: sales confirms the cancellation, or asks for another quote.',
    'next.negotiating': 'To be discussed; next: sales asks for another quote, or makes another offer.',
    delivered: '{type_en}: done.',
    'booking-cancelled': 'The booking was cancelled, and this request with it.',
    'booking-restored': 'The booking was restored, and this request with it.',
    'traveler-cancelled': 'The traveler was cancelled, and this request with it.',
    recounted: 'The quantity was changed from {from} to {to}.',
    assigned: 'The assignee has changed.',
    'handed-over': 'The salesperson has changed.',
    reminded: 'The customer was reminded to answer: the offer was mailed again.',
    'deadline-soon': `Less than ${terms.offerReminder.en} are left; please remind the customer.`,
    'deadline-passed': 'The deadline has passed; please call the customer or make another offer.',
  },

  line: {
    greeting:
      'Hello, this is {house}.\n\nOpen the page of your trip, press “Get notices by LINE” and send the code here. From then on we tell you here about flights, where to meet and payments.\n\nYou can also write to us here.',
    linked:
      'You are linked. {house} tells you its notices here from now on, and you can write to us here.\n\nTo stop, send “stop”.',
    relinked:
      'You are linked to the booking or account of this code now; what you were linked to before is not told here any more.\n\nTo stop, send “stop”.',
    unlinked:
      'You are not linked any more, and nothing is told here. If we know your mailbox, our notices go there.\n\nTo use LINE again, get a new code on the page of your trip.',
    wrong_code: 'This code is not correct: compare it with the page of your trip, or get a new one there.',
    used_code:
      'This code was used already. If somebody who travels with you wants our notices too, get another code on the page of the trip.',
    old_code: `This code has ended; it is good for ${terms.lineCode.en}. Get a new one on the page of your trip.`,
    answered: 'Thank you, we have received your answer. Your salesperson will continue from here and let you know.',
    too_often: 'Too many codes were tried: try again later, or ask our sales for help.',
    refused_file: 'We have not taken this file. {why}\n\nYou can also upload it on the page of your trip:',
    refused_file_of_stranger:
      'We have not taken this file. {why}\n\nYou can also upload it on the page of your trip, or ask our sales for help.',
  },

  // biome-ignore format: a table is read in rows.
  notices: {
    'addon-request.created': ['{number} New request', extra],
    'addon-request.created/quote': ['{number} New request: please quote', extra],
    'addon-request.created/unapproved': ['{number} New request, not approved yet', extra],
    'addon-request.created/unapproved-quote': ['{number} New request: please quote once it is approved', extra],
    'addon-request.created/approval': ['{number} Request awaiting approval', extra],
    'addon-request.approve': ['{number} Approved', extra],
    'addon-request.approve/quote': ['{number} Approved: please quote now', extra],
    'addon-request.decline': ['{number} Not approved', ended],
    'addon-request.cancel': ['{number} Cancelled', ended],
    'addon-request.sales-inquiry': ['{number} Sales inquiry', extra],
    'addon-request.department-quote': ['{number} Department quote', extra],
    'addon-request.sales-forward': ['{number} You have an offer', `${extra}\n\nPlease answer before {until:moment}.`],
    'addon-request.sales-forward/mail': [
      '{number} Your offer: {type_en}',
      '{words}\n\n{serial} {trip_en}\nTraveler: {traveler}\n{type_en} × {quantity}\n\n{label}: {price}\n\nPlease answer before {until:moment}.\n\nSee and answer it: {link}',
    ],
    'addon-request.customer-response/accepted': ['{number} Customer answered: Accepted', extra],
    'addon-request.customer-response/rejected': ['{number} Customer answered: Declined', extra],
    'addon-request.customer-response/negotiating': ['{number} Customer answered: Negotiating', extra],
    'addon-request.sales-confirm/accepted': ['{number} Sales confirmed the answer: Accepted', extra],
    'addon-request.sales-confirm/rejected': ['{number} Sales confirmed the answer: Declined', extra],
    'addon-request.sales-confirm/negotiating': ['{number} Sales confirmed the answer: Negotiating', extra],
    'addon-request.department-final': ['{number} Completed', extra],
    'addon-request.department-final/customer': ['{number} Completed: {type_en}', `${request}\nPrice: {price}\nTotal of your booking: {total}`],
    'addon-request.department-decline': ['{number} The department cannot provide it', ended],
    'addon-request.department-correct': ['{number} The price was corrected', extra],
    'addon-request.department-correct/customer': ['{number} The price was corrected: {type_en}', `${request}\nPrice now: {price}\nTotal of your booking: {total}\nReason: {words}`],
    'addon-request.department-undo': ['{number} The completion was taken back', ended],
    'addon-request.department-undo/customer': ['{number} The completion was taken back: {type_en}', `${ended}\nTotal of your booking: {total}\n\nWe are arranging this add-on again, and charge nothing for it until then.`],
    'addon-request.restored': ['{number} Restored with its booking', extra],
    'addon-request.recounted': ['{number} The quantity was changed', extra],
    'addon-request.assigned': ['{number} You are the assignee of this request', extra],
    'addon-request.handed-over': ['{number} You are the salesperson of this request', extra],
    'addon-request.message': ['{number} New message', extra],
    'addon-request.deadline-soon': [`{number} The customer has less than ${terms.offerReminder.en} to answer`, `${request}\n\nPlease remind the customer.`],
    'addon-request.deadline-passed': ['{number} The deadline for the customer has passed', `${request}\n\nPlease call the customer or make another offer.`],

    'booking.register/sales': ['{number} New registration', party],
    'booking.confirm-contact/sales': ['{number} The contact has been confirmed', party],
    'booking.offer/sales': ['{number} Seats are offered to the waitlist', party],
    'booking.call_up/sales': ['{number} The next in line is asked to confirm its mailbox', party],
    'booking.accept/sales': ['{number} The offered seats are accepted', party],
    'booking.decline/sales': ['{number} The customer gives up the seats', party],
    'booking.cancel/sales': ['{number} Cancelled', party],
    'booking.restore/sales': ['{number} The booking is restored', party],
    'booking.expire/sales': ['{number} The hold has expired', party],
    'booking.transfer/sales': ['{number} Moved to another trip', party],
    'booking.register': ['{number} We have received your registration', `Thank you for registering. This is your booking.${booking}`],
    'booking.register/unproved': [
      '{number} Please confirm your address to complete the registration',
      `This address was given for a registration. If it was you, open the link and confirm in time, so that the seats are kept for you; otherwise you can ignore this mail.${proving}`,
    ],
    'booking.register/waitlisted': [
      '{number} You are on the waitlist',
      `Thank you for registering. The trip does not have enough seats at the moment, so you are on the waitlist: we will let you know as soon as there are, and there is nothing to pay before. This is your booking.${booking}`,
    ],
    'booking.register/waitlisted-unproved': [
      '{number} Please confirm your address to join the waitlist',
      `This address was given to join the waitlist of a trip. If it was you, open the link and confirm, so that we can tell you when there are seats; there is nothing to pay while you wait. Otherwise you can ignore this mail.${proving}`,
    ],
    'booking.confirm-contact': ['{number} Your registration is confirmed', `Thank you for confirming. This is your booking.${booking}`],
    'booking.confirm-contact/waitlisted': [
      '{number} Your mailbox is confirmed, and you are on the waitlist',
      `Thank you for confirming. The trip does not have enough seats at the moment; we will let you know as soon as there are, and there is nothing to pay before. This is your booking.${booking}`,
    ],
    'booking.offer': ['{number} Seats are free for you: please accept in time', `Seats are available for you. Please accept them in time, or they go to the next in line.${accepting}`],
    'booking.call_up': [
      `{number} It is your turn: confirm your address within ${terms.mailboxConfirmed.en}`,
      `Seats are available for you, and we keep them until the time below. If you registered, open the link and confirm your address before that, or they go to the next in line; otherwise you can ignore this mail.${proving}`,
    ],
    'booking.accept': ['{number} You have accepted your seats', `The seats are kept for you; please pay the deposit in time.${booking}`],
    'booking.confirm': ['{number} Your booking is confirmed', `Your booking is confirmed. We look forward to the trip.${booking}`],
    'booking.cancel': ['{number} Your booking is cancelled', `Your booking is cancelled.${booking}`],
    'booking.restore': ['{number} Your booking is restored', `We have restored your booking: its cancellation no longer counts. Your travelers, rooms, extras and payments are as before.${booking}`],
    'booking.call_off': ['{number} Your trip does not take place', `${calledOff}${booking}`],
    'booking.call_off/costs': ['{number} Your trip does not take place', `${calledOff}\n\nWhat you paid comes back less the costs below, which were already spent for you.${booking}`],
    'booking.cancel-traveler': ['{number} A traveler of your booking was cancelled', `One traveler of your booking was cancelled; the others still travel. This is your booking.${booking}`],
    'booking.restore-traveler': ['{number} A traveler of your booking is back', `A traveler of your booking who was cancelled travels after all; that cancellation no longer counts. This is your booking.${booking}`],
    'booking.receipt/unproved': [
      '{number} Please confirm this address',
      `The contact address of booking {number} was changed to this one. Open the link and confirm it, so that we write to you here; your seats and payments stay as they are. If this is not your booking, do not confirm it, and contact us.${proving}`,
    ],
    'booking.receipt': ['{number} Your booking', `This is your booking as it is now.${booking}`],
    'booking.link': [
      '{number} The link of your booking',
      `Somebody asked on our site for the link of this booking again. If it was not you, you can ignore this mail.${booking}`,
    ],
    'booking.link-asked': [
      '{serial} {contact} has lost the link',
      '{number}\n\nThe customer asked on the site for the link of this booking, which has no mail address. Please call, or send the link of the customer by other means.',
    ],
    'booking.traveler-cancelled': ['{number} A traveler was cancelled', party],
    'booking.traveler-restored': ['{number} A traveler was restored', party],
    'booking.expire': ['{number} Your seats are no longer kept', `The time your seats were kept has expired, and they were released. Please contact us if you still want to travel.${booking}`],
    'booking.reinstate': ['{number} Your seats are kept again', `Your seats are kept again; please pay the deposit in time.${booking}`],
    'booking.transfer': [
      '{number} Your booking was moved to another trip',
      `Your booking was moved to another trip.\n\nBefore: {left_serial} {left_trip_en}, {left_departure:span:left_return}\nNow: {serial} {trip_en}, {departure:span:return}\nFares: {fare_before} → {fare_after} (difference {difference})\nThe fares stay as they were: {fare_same}${booking}`,
    ],
    'booking.contact-changed': [
      '{number} The contact address was changed',
      `The contact address of this booking was changed, and mails go to the new one from now on. If you did not ask for this, please contact us at once.\n\nWithin ${terms.contactLink.spelled.en} you can also take the change back yourself: {link}`,
    ],
    'booking.contact-asked': [
      '{number} Please confirm the new address',
      `The customer of booking {number} wants to get our mails at this address. Open the link within ${terms.contactLink.spelled.en} and confirm; until then they go to the former address. If this is not your booking, ignore this mail.\n\nConfirm the address: {link}`,
    ],

    'planned-trip.open': ['{serial} Open for booking', trip],
    'planned-trip.open/back': ['{serial} Open for booking again', trip],
    'payment-request.asked': ['{number} Please pay {amount} by {due:day}', `Please pay the amount as follows. Once you have transferred it, you can tell us on the page of your booking.${payee}

This replaces our earlier request: the {before} that we asked for need not be paid.

{serial} {trip_en}`],
    'payment-reminder.due': ['{number} Reminder: please pay {amount} by {due:day}', `{amount} of this booking is still to be paid. Please pay it as follows by the last day. If you have paid already, ignore this reminder, or tell us on the page of your booking.${payee}

{serial} {trip_en}`],
    'payment-reminder.due/late': ['{number} Reminder: we have not received {amount} yet', `The last day of this payment was {due:day}, and we have not received it yet. Please pay it as follows. If you have paid already, tell us on the page of your booking; if anything is unclear, please contact us.${payee}

{serial} {trip_en}`],
    'payment-request.cancelled': ['{number} The {amount} need not be paid any more', 'We asked you to pay {amount}. That need not be paid any more. If you have paid it already, please contact us.\n\n{serial} {trip_en}'],
    'payment.received': ['{number} We have received {amount}', `Thank you: your payment arrived on {day:day}.${money}`],
    'payment.received/sales': ['{number} Received {amount}', `{day:day}${money}`],
    'payment.refunded': ['{number} We have refunded {amount}', `We refunded this amount on {day:day}; when it arrives depends on the bank.${money}`],
    'payment.refunded/sales': ['{number} Refunded {amount}', `{day:day}${money}`],
    'room-supplement.single': ['{number} Single supplement charged: {amount}', '{serial}: {traveler} now has a room alone, and the booking is charged the single supplement.'],
    'room-supplement.shared': ['{number} Single supplement removed: {amount}', '{serial}: {traveler} now shares a room, and the booking is no longer charged the single supplement.'],
    'room-supplement.single/kept': ['{number} A room alone without the supplement', '{serial}: {traveler} now has a room alone. Operations kept the price, so the single supplement of {amount} is not charged.'],
    'room-supplement.shared/kept': ['{number} A shared room with the supplement', '{serial}: {traveler} now shares a room. Operations kept the price, so the single supplement of {amount} is still charged.'],
    'paper.mailed': ['{number} {paper:booking_paper}', 'This paper of your booking is attached: {paper:booking_paper}.\n\n{serial} {trip_en}\n\n{words}'],
    'paper.rooming_list': ['{serial} Rooming list', 'The rooming list is attached. Please confirm the number and the types of rooms by replying to this mail.\n\n{serial} {trip_en}\nHotel: {hotel}\n\n{words}'],
    'paper.land_order': ['{serial} Order', 'Our order is attached. Please confirm it by replying to this mail.\n\n{serial} {trip_en}\n\n{words}'],
    'paper.insurance_list': ['{serial} List for the insurance', 'The list of those to be insured is attached. Please reply once they are covered. It shows personal data: destroy it after use.\n\n{serial} {trip_en}\n\n{words}'],
    'refund.due': ['{number} Refund due: {amount}', '{serial} {trip_en}\nContact: {contact}\nReason: {cause:refund_cause}\n\nPlease pay it back at “Refunds due” of Finance.'],
    'payment.voided': ['{number} Corrected: {amount} no longer counts', `This amount of {day:day} was recorded by mistake and no longer counts. If you have any questions, please contact us.${money}`],
    'payment.voided/sales': ['{number} Voided {amount}', `{day:day}\nReason: {reason}${money}`],

    'planned-trip.guaranteed': ['{serial} Guaranteed to depart', trip],
    'planned-trip.guaranteed/booked': ['{serial} Your trip is guaranteed to depart', `${trip}\n\nThe trip you booked is guaranteed to depart. We look forward to it.`],
    'planned-trip.closed': ['{serial} Closed for booking', trip],
    'planned-trip.closed/back': ['{serial} Corrected: not departed yet', trip],
    'planned-trip.departed': ['{serial} Departed', trip],
    'planned-trip.departed/back': ['{serial} Corrected: not returned yet', trip],
    'planned-trip.returned': ['{serial} Returned', trip],
    'planned-trip.returned/back': ['{serial} Corrected: not settled yet', trip],
    'planned-trip.settled': ['{serial} Settled', trip],
    'planned-trip.cancelled': ['{serial} Cancelled', trip],
    'planned-trip.cancelled/briefing': ['{serial} Cancelled', briefing],
    'planned-trip.moved': ['{serial} New dates', '{serial} {name_en} {from:span} → {to:span}'],
    'planned-trip.moved/booked': ['{serial} Your trip has new dates', 'We are sorry: the trip you booked has new dates.\n\n{name_en}\nPrevious departure: {from:day}\nNew dates: {to:span:ends}\n\nIf the new dates do not suit you, please contact us.'],
    'planned-trip.moved/briefing': ['{serial} New dates', briefing],
    'trip-assembly.changed': ['{serial} When and where to meet', '{name_en}\n\nTime: {time:moment}\nMeeting point: {place_en}\nContact: {contact_en}'],
    'trip-news': ['{serial} has changed: {topics_en}', '{serial} {name_en}\n\n{changes_en}'],
    'trip-news/booked': ['{serial} News of your trip: {topics_en}', '{name_en}\n\nThis is new about your trip (local times):\n{changes_en}\n\nIf you have any questions, or if this does not suit you, please contact us.'],
    'trip-feedback.asked': ['How was {trip_en}?', 'Thank you for traveling with us. Five short questions make the next trip better:\n{number} {trip_en}'],
    'trip-feedback.answered': ['{serial} {contact} has answered how the trip was', '{number} {contact}\nWhole trip: {trip_score}\nTour leader: {leader_score}\nHotels: {hotels_score}\nMeals: {meals_score}\nWould travel again: {again_score}\n\n{remarks}'],
    'trip-message': ['{serial} {title}', '{words}'],
    'trip-leader.assigned': ['You lead a trip', trip],
    'trip-leader.assigned-released': ['You no longer lead a trip', trip],
    'trip-leader.briefing': ['You are the briefing leader of a trip', briefing],
    'trip-leader.briefing-released': ['You are no longer the briefing leader of a trip', briefing],
    'trip-leader.briefing-moved': ['New time of a briefing', briefing],
    'trip-leader.named': ['{serial} Tour leader: {leader_en}', trip],
    'trip-leader.named/booked': ['{serial} Your tour leader', '{name_en}\n\nYour trip is led by {leader_en}.'],
    'trip-leader.released/assigned': ['{serial} no longer has a leader', '{serial} {name_en} {starts:day}'],
    'trip-leader.released/briefing': ['{serial} no longer has a briefing leader', '{serial} {name_en} {starts:day}'],
    'trip-handover.pending': ['{serial} {kind:handover}: to be accepted', handover],
    'trip-handover.accepted': ['{serial} {kind:handover}: accepted', handover],
    'trip-handover.returned': ['{serial} {kind:handover}: returned', handover],
    'trip-deadline.soon': ['{serial} Deadline coming up: {label_en}', '{label_en}: {due:day}'],
    'trip-deadline.overdue': ['{serial} Deadline missed: {label_en}', '{label_en}: {due:day}'],
    'trip-flights.retimed': ['{serial} Flights changed', '{changes_en}'],
    'trip-flights.retimed/booked': ['{serial} Your flights have changed', '{name_en}\n\nYour flights have changed (local times):\n{changes_en}\n\nWe apologize for the inconvenience.'],

    'departure-notice.sent': ['{serial} Departure notice', '{name_en}\n\nThis is your departure notice: where to meet, flights, hotels, your tour leader and what to know before you leave. It is attached to our mail, and on the page of your booking. Please read it, and contact us if you have any questions.'],
    'departure-notice.sent/changed': ['{serial} Your departure notice has changed', '{name_en}\n\nThis has changed: {changed:notice_part}. Please use the new notice from now on: it is attached to our mail, and on the page of your booking.'],

    'leader-unavailability.requested': ['Days off requested', days],
    'leader-unavailability.entered': ['Days off entered', days],
    'leader-unavailability.approve': ['Days off approved', days],
    'leader-unavailability.decline': ['Days off not approved', days],
    'leader-unavailability.cancel': ['Days off cancelled', days],
    'tour-leader.papers': ['A document expires before the return', '{leader}: {kind:leader_file}{detail} expires on {expires:date}; {serial} returns on {return:day}.'],

    'seminar.leader-named': ['You were assigned to hold a seminar', '{title_en}'],
    'seminar-session.moved': ['New time or place: {title_en}', '{title_en} · {time:moment}\n{venue}'],
    'seminar-session.cancelled': ['Cancelled: {title_en}', '{title_en} · {time:moment}\n{venue}'],
    'seminar-session.invited': ['You are invited: {title_en}', '{title_en} · {time:moment}\n{venue}\n\nPlease let us know whether you are coming.'],
    'seminar-guest.invited': ['You are invited: {title_en}', 'You are invited to:\n\n{title_en}\n{place}\n\nPlease tell us here whether you are coming: {link}'],
    'seminar-guest.joined': ['You are registered: {title_en}', 'Your place is kept; we look forward to seeing you.\n\n{title_en}\n{place}\nPeople: {people}\n\nIf you cannot come, please give up your place here: {link}'],
    'seminar-guest.moved': ['Changed: {title_en}', 'The session you registered for has changed. It now is:\n\n{title_en}\n{place}\nPeople: {people}\n\nIf you cannot come, please give up your place here: {link}'],
    'seminar-guest.cancelled': ['Cancelled: {title_en}', 'We are sorry: the session you registered for does not take place.\n\n{title_en}\n{place}'],

    'traveler-document.wanted': ['{serial} Please submit: {kind:document}', '{number} {traveler}: {kind:document}\n\nPlease submit it by {until:day}.'],
    'traveler-document.received': ['{serial} Received: {kind:document}', '{number} {traveler}: {kind:document}'],
    'traveler-document.verified': ['{serial} Verified: {kind:document}', '{number} {traveler}: {kind:document}'],
    'traveler-document.rejected': ['{serial} Please submit again: {kind:document}', '{number} {traveler}: {kind:document}\nReason: {reason}\n\nPlease submit it again by {until:day}.'],
    'approval.asked': ['{number} To be approved: {kind:approval_kind}', '{asker} asks for the booking of {contact}: {kind:approval_kind}\nTotal of the booking: {price}\nReason: {reason}'],
    'approval.approved': ['{number} Approved: {kind:approval_kind}', '{decider} has approved it for {contact}, and it is done: {kind:approval_kind}\nTotal of the booking: {price}\nNote: {note}'],
    'approval.declined': ['{number} Declined: {kind:approval_kind}', '{decider} has declined it for {contact}: {kind:approval_kind}\nTotal of the booking: {price}\nNote: {note}'],
    'traveler-request.made': ['{serial} New special request: {kind:special_request}', '{number} {traveler}: {kind:special_request}'],
    'traveler-request.confirmed': ['{serial} Special request confirmed: {kind:special_request}', '{number} {traveler}: {kind:special_request}'],
    'traveler-request.declined': ['{serial} Special request not possible: {kind:special_request}', '{number} {traveler}: {kind:special_request}\n\nWe are sorry, this cannot be arranged. If you have any questions, please contact us.'],
    'change-request.asked': ['{serial} A customer requests a change of a traveler', wanted],
    'change-request.accepted': ['{serial} The change you requested is approved', `${wanted}\n\nThe change has been made.`],
    'change-request.declined': ['{serial} The change you requested is not possible', `${wanted}\nReason: {reason}\n\nThe traveler was not changed; if you have any questions, please contact us.`],
    'cancellation-request.asked': ['{serial} {contact} asks to cancel', `${leaving}\n\nCancel on the booking, or tell the customer why not. The fee is that of the day of the request.`],
    'cancellation-request.received': ['{number} We have your request to cancel', `We have your request, and sales will see to it soon. The fee is that of {day:day}, the day of your request; it does not grow while we work on it.\n\n${leaving}`],
    'cancellation-request.declined': ['{number} About your request to cancel', `We cannot cancel as you asked; your booking stays as it is.\n\nWhy: {decline_reason}\n\n${leaving}`],
    'cancellation-request.withdrawn': ['{serial} {contact} does not cancel after all', `${leaving}\n\nThe booking stays as it is.`],
    'cash-handover.asked': ['{giver} hands over {amount} in cash for you to take', 'Paid into: {account}\n{note}\n\nCount it and take it. If the amount is not right, refuse it and say why.'],
    'cash-handover.take': ['{taker} has taken the {amount} that you handed over', 'Paid into: {account}\n{note}'],
    'cash-handover.refuse': ['{taker} has refused the {amount} that you handed over', 'Why: {reason}\n{note}\n\nThe cash is still in your drawer. Count it and hand it over again.'],
    'incident.reported': ['{serial} Incident: {kind:incident_kind} ({severity:incident_severity})', `${incident}\nReported by: {author}\nTo be reported until: {until:moment}\nYour bookings: {numbers}\n\nRead online what happened and what is done.`],
    'incident.updated': ['{serial} News of the incident: {kind:incident_kind}', `${incident}\nWritten by: {author}\nTo be reported until: {until:moment}\nYour bookings: {numbers}\n\nRead online what is new.`],
    'incident.taken': ['{serial} {author} is in charge of the incident: {kind:incident_kind}', `${incident}\nYour bookings: {numbers}`],
    'incident.passed-on': ['{serial} The incident was reported: {kind:incident_kind}', `${incident}\nReported to: {reported_to}\nYour bookings: {numbers}`],
    'incident.closed': ['{serial} The incident is closed: {kind:incident_kind}', `${incident}\nClosed by: {author}\nYour bookings: {numbers}\n\nRead online how it ended.`],
    'trip-expense.questioned': ['{serial} A question about the expense of {amount}', '{day:day} {description}\n{decider}: {reason}\n\nCorrect the expense, and it waits for approval again.'],
    'trip-expense.refused': ['{serial} The expense of {amount} was refused', '{day:day} {description}\n{decider}: {reason}\n\nIt is no cost of the trip. Ask operations if that is not right.'],
    'cheque.bounced': ['{number} A cheque of {amount} has bounced', '{contact}\nCheque {cheque}, {bank}\nWhy: {reason}\n\nThe booking owes this again. Please call the customer.'],
    'payment-report.reported': ['{number} {contact} has paid {amount}, it says', '{serial} {trip_en}\nDay of the transfer: {day:day}\n\nLook for it in the account and record it, or tell the customer why it does not count.'],
    'refund-order.asked': ['{number} Refund to be approved: {amount}', '{asker} has ordered a refund for the booking of {contact}.\nPayee: {payee}\n\nCheck the payee and the amount, and approve it, or refuse it with a reason.'],
    'refund-order.approved': ['{number} Refund approved: {amount}', '{approver} has approved the refund for {contact}.\nPayee: {payee}\n\nPlease pay it and record it.'],
    'refund-order.refused': ['{number} Refund refused: {amount}', '{refuser} has refused the refund for {contact}.\nPayee: {payee}\nReason: {reason}'],
    'payment-report.refused': ['{number} The payment of {amount} that you reported is not confirmed', 'We did not find the payment that you reported in our account, so it does not count yet. Please look into it and report it again, or contact us.\n\nWhy: {reason}\n\n{serial} {trip_en}\nDay of the transfer: {day:day}'],
    'enquiry.asked': ['{number} New enquiry: {person}', 'How it came: {source:enquiry_source}\nTrip: {serial}\n{wish}\n\nCall again on {day:day}'],
    'enquiry.handed-over': ['{number} An enquiry is yours now: {person}', 'How it came: {source:enquiry_source}\nTrip: {serial}\n{wish}\n\nCall again on {day:day}'],
    'booking.handed-over': ['{number} A booking is yours now: {contact}', '{serial} {trip_en}\nDeparture: {departure:day}\n\n{words}'],
    'booking-message.asked': ['{serial} A message from {contact}', '{number}\n\n{text}'],
    'booking-message.answered': ['{serial} Your salesperson has answered you', '{number}\n\n{text}'],
    'traveler.completed': ['{serial} A customer changed a traveler', `${wanted}\n{fields:traveler_field}`],
    'traveler.address': [
      '{serial} Please confirm that this is your address',
      'Somebody you travel with registered you for the trip below and gave this address. If it was meant for you, open the link and confirm, and we will mail you about the meeting point, the flights and your documents; otherwise you can ignore this mail.\n\n{serial} {name_en}\n{starts:span:ends}\n\nConfirm your address: {link}',
    ],
    'traveler.called-off': ['{serial} Your trip does not take place', '{name_en}\n\nWe are sorry: your trip does not take place. We settle what was paid with the contact of your booking.'],
    'traveler.restored': ['{serial} Your place is restored', '{name_en}\n\nThe cancellation no longer counts: you travel on this trip as before. If you have questions, please contact us or the contact of your booking.'],
    'traveler.cancelled': ['{serial} Your place was cancelled', '{name_en}\n\nYour place on this trip was cancelled. If you did not want that, please contact us or the contact of your booking.'],
    'travelers.missing': ['{serial} Traveler information is still missing', '{number}\n{serial} {trip_en} (departs {departure:day})\n\n{missing_en}\n\nPlease complete this by {until:day}.\nPlease complete this soon: the trip departs on {soon:day}.'],

    'line.limited': ['No more is pushed on LINE this month', 'The cap of {count} messages a month is reached, or that of the plan at LINE. Until next month notices go by mail.\n\nTo go on, take a larger plan at LINE and raise the cap in the settings.'],
    'line.assigned': ['A thread on LINE is yours to answer', '{name}'],
    'line.received': ['A new message on LINE', '{name}'],
    'line.linked': ['{number} Another LINE account was linked', 'Another LINE account has just linked booking {number} with a code. It gets the notices of this booking from now on, and can answer offers.\n\nIf that was neither you nor somebody who travels with you, press “Unlink” on the page of the booking, or tell us at once.'],
    'webhook.disabled/gone': ['Webhook "{name}" was disabled', 'The receiver no longer accepts messages. If it is still needed, correct the address, enable it, and replay what it missed.'],
    'webhook.disabled/failing': ['Webhook "{name}" was disabled', `For ${terms.webhookRetries.spelled.en} no message arrived. Check the receiver; once the webhook is enabled again, what it missed can be replayed.`],

    'work.morning': ['Waiting for you today: {count}', '{lines}\n\n{link}'],
    'work.morning/late': ['Waiting for you today: {count}, {overdue} of them overdue', '{lines}\n\n{link}'],

    'account.invitation': ['Welcome to Guidon', `An account was created for you. Set your password here:\n\n{link}\n\nThe link is valid for ${terms.invitationLink.spelled.en}.`],
    'account.password': ['Reset your password', `Set a new password here:\n\n{link}\n\nThe link is valid for ${terms.passwordLink.spelled.en}. If you did not request it, ignore this mail.`],
    'account.sign-in': ['Your sign-in link', `Sign in here:\n\n{link}\n\nThe link is valid for ${terms.signInLink.spelled.en} and can be used once.`],
    'second-factor.confirmed': ['Two-step verification is on', `Two-step verification is on for your account: from now on signing in also asks for a code. Keep the recovery codes in a safe place.\n\n${ifNotYou}`],
    'second-factor.removed': ['Two-step verification was removed', `Two-step verification of your account was removed: signing in no longer asks for a code.\n\n${ifNotYou}`],
    'second-factor.reset': ['An administrator reset your two-step verification', `An administrator removed two-step verification from your account and signed out all devices. Sign in again and set it up again.\n\n${ifNotYou}`],
    'second-factor.recovery_code_used': ['A recovery code was used', `Somebody signed in to your account with a recovery code; that code can no longer be used.\n\n${ifNotYou}`],
  },

  mail: {
    greeting: 'Dear {name},',
    greetingWithoutName: 'Hello,',
    several: '{title} (and {count} more)',
    left: '{count} more are in your account.',
    link: '{label}: {link}',
    pages: {
      addon_request: 'Open the add-on request',
      booking: 'Open the booking',
      planned_trip: 'Open the trip',
      traveler: 'Open the traveler',
      desk: 'Open what waits for you',
      own_booking: 'See your booking',
      own_bookings: 'See your bookings',
      own_trip: 'See your trip',
    },
    sender: '{house_en}\nYour contact: {person_en}\nPhone: {phone}',
    signed: '(This mail was sent automatically.)',
    buttons: {
      'account.invitation': 'Set your password',
      'account.password': 'Set a new password',
      'account.sign-in': 'Sign in',
      'addon-request.approve': 'See the add-on',
      'addon-request.cancel': 'See the add-on',
      'addon-request.decline': 'See the add-on',
      'addon-request.department-correct/customer': 'See the add-on and its price',
      'addon-request.department-final/customer': 'See the add-on and its price',
      'addon-request.department-undo/customer': 'See the add-on and its price',
      'addon-request.message': 'Read the message and answer',
      'addon-request.restored': 'See the add-on',
      'booking-message.answered': 'Read the answer',
      'booking.contact-changed': 'Take the change back',
      'cancellation-request.declined': 'See your booking and messages',
      'cancellation-request.received': 'See your request',
      'change-request.accepted': 'See the traveler',
      'change-request.declined': 'See the traveler',
      'departure-notice.sent': 'See your trip and the notice',
      'departure-notice.sent/changed': 'See your trip and the notice',
      'payment-report.refused': 'See it and report again',
      'payment-reminder.due': 'See what to pay',
      'payment-reminder.due/late': 'See what to pay',
      'payment-request.asked': 'See what to pay',
      'payment-request.cancelled': 'See your payments',
      'payment.received': 'See your payments',
      'payment.refunded': 'See your payments',
      'payment.voided': 'See your payments',
      'planned-trip.moved/booked': 'See the new dates',
      'seminar-guest.invited': 'Answer the invitation',
      'seminar-guest.joined': 'Give up your place',
      'seminar-guest.moved': 'Give up your place',
      'traveler-document.rejected': 'Upload it again',
      'traveler-document.wanted': 'Upload the document',
      'travelers.missing': 'Complete the details',
      'trip-assembly.changed': 'See when and where to meet',
      'trip-flights.retimed/booked': 'See the flights',
      'trip-feedback.asked': 'Answer the questions',
      'trip-news/booked': 'See your trip',
      'work.morning': 'See what waits for you',
      'work.morning/late': 'See what waits for you',
    },
  },
  comma: ', ',
}
