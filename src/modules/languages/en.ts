import type { Language } from './language.ts'

/** What a booking is, as far as it is known. */
const booking = `

Booking: {number}
Trip: {serial} {trip_en} ({departure} – {return})
Status: {status}
Kept until: {kept_until}

{lines}
Total: {total}
Paid: {paid}

Deposit: {deposit} (by {deposit_due})
Balance due: {balance_due}
Cancellation fee: {fee}
Refund: {refund}
Reason of the cancellation: {reason}

See it and complete your details: {link}`

const money = `

{serial} {trip_en}
Paid by: {method:payment_method}
Still to pay: {balance}
Balance due: {balance_due}`

const request = '{serial} {traveler}: {type_en}'
const extra = `${request}\n{price}\n\n{words}`
const ended = `${request}\nReason: {words}`
const wanted = `{number} {traveler}
Name: {name}
Surname as in the passport: {surname_en}
Given name as in the passport: {given_name_en}
Fare: {type_before:passenger_type} → {type_after:passenger_type}
Bed: {bed_before:bed} → {bed_after:bed}
Kind of bed: {bed_type_before:bed_type} → {bed_type_after:bed_type}
Roommates: {roommates}
Total of the booking: {price}`
const party = '{trip_en} {departure} {contact}\n{reason}'
const trip = '{serial} {name_en} {starts} – {ends}'
const briefing = '{serial} {name_en} Briefing: {hours:hours}'
const days = '{leader}: {type:leave} {starts} – {ends}\n({note})'
const handover = '{serial} {name_en}\n{note}'
const ifNotYou = 'If you know nothing of this, change your password at once and tell an administrator.'

export const en: Language = {
  name: ['英文', 'English'],
  addressee: 'Hsiao-Mei Wang',
  conversation: {
    created: 'Created: {type_en}, in the hands of {department}.',
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
    'traveler-cancelled': 'The traveler was cancelled, and this request with it.',
    recounted: 'The quantity was changed from {from} to {to}.',
    assigned: 'Somebody else handles this now.',
    'handed-over': 'The sales person has changed.',
    'deadline-soon': 'Less than 24 hours are left; please remind the customer.',
    'deadline-passed': 'The deadline has passed; please call the customer or make another offer.',
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
    'addon-request.sales-forward': ['{number} You have an offer', extra],
    'addon-request.sales-forward/mail': [
      '{number} Your offer: {type_en}',
      '{words}\n\n{serial} {trip_en}\nTraveler: {traveler}\n{type_en} × {quantity}\n\n{label}: {price}\n\nPlease answer before {until}.\n\nSee and answer it: {link}',
    ],
    'addon-request.customer-response/accepted': ['{number} Customer answered: Accepted', extra],
    'addon-request.customer-response/rejected': ['{number} Customer answered: Declined', extra],
    'addon-request.customer-response/negotiating': ['{number} Customer answered: Negotiating', extra],
    'addon-request.sales-confirm/accepted': ['{number} Sales confirmed the answer: Accepted', extra],
    'addon-request.sales-confirm/rejected': ['{number} Sales confirmed the answer: Declined', extra],
    'addon-request.sales-confirm/negotiating': ['{number} Sales confirmed the answer: Negotiating', extra],
    'addon-request.department-final': ['{number} Completed', extra],
    'addon-request.department-decline': ['{number} The department cannot provide it', ended],
    'addon-request.department-correct': ['{number} The price was corrected', extra],
    'addon-request.department-undo': ['{number} The completion was taken back', ended],
    'addon-request.recounted': ['{number} The quantity was changed', extra],
    'addon-request.assigned': ['{number} You handle this request', extra],
    'addon-request.handed-over': ['{number} You are the sales person of this request', extra],
    'addon-request.message': ['{number} New message', extra],
    'addon-request.deadline-soon': ['{number} The customer has less than 24 hours to answer', `${request}\n\nPlease remind the customer.`],
    'addon-request.deadline-passed': ['{number} The deadline for the customer has passed', `${request}\n\nPlease call the customer or make another offer.`],

    'booking.register/sales': ['{number} New registration', party],
    'booking.confirm-contact/sales': ['{number} The contact has been confirmed', party],
    'booking.offer/sales': ['{number} A seat is offered to the waitlist', party],
    'booking.call_up/sales': ['{number} The next in line is asked to confirm its mailbox', party],
    'booking.accept/sales': ['{number} The offered seat is accepted', party],
    'booking.decline/sales': ['{number} The place in line is given up', party],
    'booking.cancel/sales': ['{number} Cancelled', party],
    'booking.expire/sales': ['{number} The hold has lapsed', party],
    'booking.transfer/sales': ['{number} Moved to another trip', party],
    'booking.register': ['{number} We have your registration', `Thank you for registering. This is your booking.${booking}`],
    'booking.register/unproved': [
      '{number} Please confirm your address to complete the registration',
      `Somebody gave this address for a registration. If it was you, open the link and confirm in time, so that the seats are kept for you; otherwise there is nothing to do.${booking}`,
    ],
    'booking.confirm-contact': ['{number} Your registration is confirmed', `Thank you for confirming. This is your booking.${booking}`],
    'booking.confirm-contact/waitlisted': [
      '{number} Your mailbox is confirmed, and you are on the waitlist',
      `Thank you for confirming. The trip has too few seats for you now; we write to you as soon as there are enough. This is your booking.${booking}`,
    ],
    'booking.offer': ['{number} Seats are free for you: please accept in time', `There are seats for you. Accept them in time, or they go to the next in line.${booking}`],
    'booking.call_up': [
      '{number} It is your turn: confirm your address within 30 minutes',
      `There are seats for you, and we keep them until the time below. If you registered, open the link and confirm your address before that, or they go to the next in line; otherwise there is nothing to do.${booking}`,
    ],
    'booking.accept': ['{number} You have accepted your seats', `The seats are kept for you; please pay the deposit in time.${booking}`],
    'booking.confirm': ['{number} Your booking is confirmed', `Your booking is confirmed. We look forward to the trip.${booking}`],
    'booking.cancel': ['{number} Your booking is cancelled', `Your booking is cancelled.${booking}`],
    'booking.call_off': ['{number} Your trip does not take place', `We are sorry: this trip does not take place. You owe nothing, and everything you paid will be refunded.${booking}`],
    'booking.call_off/costs': ['{number} Your trip does not take place', `We are sorry: this trip does not take place. What you paid will be refunded, less the costs below that were already spent for you.${booking}`],
    'booking.cancel-traveler': ['{number} A traveler of your booking was cancelled', `One traveler of your booking was cancelled; the others still travel. This is your booking.${booking}`],
    'booking.traveler-cancelled': ['{number} A traveler was cancelled', party],
    'booking.expire': ['{number} Your seats are no longer kept', `The time your seats were kept is over, and they are free again. Talk to us if you still want to come.${booking}`],
    'booking.reinstate': ['{number} Your seats are kept again', `Your seats are kept again; please pay the deposit in time.${booking}`],
    'booking.transfer': ['{number} Your booking was moved to another trip', `Your booking was moved to this trip.${booking}`],
    'booking.contact-changed': [
      '{number} The contact address was changed',
      'The contact address of this booking was changed, and mails go to the new one from now on. If you did not ask for this, please contact us at once.',
    ],

    'planned-trip.open': ['{serial} Open for booking', trip],
    'planned-trip.open/back': ['{serial} Open for booking again', trip],
    'payment.received': ['{number} We have received {amount}', `Thank you: your payment arrived on {day}.${money}`],
    'payment.received/sales': ['{number} Received {amount}', `{day}${money}`],
    'payment.refunded': ['{number} We have refunded {amount}', `We refunded this amount on {day}; when it arrives depends on the bank.${money}`],
    'payment.refunded/sales': ['{number} Paid back {amount}', `{day}${money}`],
    'room-supplement.single': ['{number} Single supplement charged: {amount}', '{serial}: {traveler} now has a room alone, and the booking is charged the single supplement.'],
    'room-supplement.shared': ['{number} Single supplement taken off: {amount}', '{serial}: {traveler} now shares a room, and the booking is no longer charged the single supplement.'],
    'room-supplement.single/kept': ['{number} A room alone without the supplement', '{serial}: {traveler} now has a room alone. Operations kept the price, so the single supplement of {amount} is not charged.'],
    'room-supplement.shared/kept': ['{number} A shared room with the supplement', '{serial}: {traveler} now shares a room. Operations kept the price, so the single supplement of {amount} is still charged.'],
    'refund.due': ['{number} To be paid back: {amount}', '{serial} {trip_en}\nContact: {contact}\nWhy: {cause:refund_cause}\n\nPlease pay it back and record the refund.'],
    'payment.voided': ['{number} Corrected: {amount} no longer counts', `This amount of {day} was recorded by mistake and no longer counts; please go by what is below. If you have a question, talk to us.${money}`],
    'payment.voided/sales': ['{number} Voided {amount}', `{day}\nReason: {reason}${money}`],

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
    'planned-trip.moved': ['{serial} New dates', '{serial} {name_en} {from} → {to}'],
    'planned-trip.moved/booked': ['{serial} Your trip has new dates', 'We are sorry: the trip you booked has new dates.\n\n{name_en}\nDeparture so far: {from}\nNew dates: {to} – {ends}\n\nIf the new dates do not suit you, please talk to us.'],
    'planned-trip.moved/briefing': ['{serial} New dates', briefing],
    'trip-assembly.changed': ['{serial} When and where to meet', '{name_en}\n\nTime: {time}\nMeeting point: {place_en}\nContact: {contact_en}'],
    'trip-message': ['{serial} {title}', '{words}'],
    'trip-leader.assigned': ['You lead a trip', trip],
    'trip-leader.assigned-released': ['You no longer lead a trip', trip],
    'trip-leader.briefing': ['You brief the travelers of a trip', briefing],
    'trip-leader.briefing-released': ['You no longer brief the travelers of a trip', briefing],
    'trip-leader.briefing-moved': ['New hours of a briefing', briefing],
    'trip-leader.named': ['{serial} Tour leader: {leader_en}', trip],
    'trip-leader.named/booked': ['{serial} Another tour leader', '{name_en}\n\nYour trip is now led by {leader_en}.'],
    'trip-leader.released/assigned': ['{serial} has no leader any more', '{serial} {name_en} {starts}'],
    'trip-leader.released/briefing': ['{serial} has no briefing leader any more', '{serial} {name_en} {starts}'],
    'trip-handover.pending': ['{serial} {kind:handover}: to be accepted', handover],
    'trip-handover.accepted': ['{serial} {kind:handover}: accepted', handover],
    'trip-handover.returned': ['{serial} {kind:handover}: returned', handover],
    'trip-deadline.soon': ['{serial} Deadline coming up: {label_en}', '{label_en}: {due}'],
    'trip-deadline.overdue': ['{serial} Deadline missed: {label_en}', '{label_en}: {due}'],
    'trip-flights.retimed': ['{serial} Flights changed', '{changes_en}'],
    'trip-flights.retimed/booked': ['{serial} Your flights have changed', '{name_en}\n\nYour flights have changed (local times):\n{changes_en}\n\nWe are sorry for the trouble.'],

    'departure-notice.sent': ['{serial} Departure notice', '{name_en}\n\nAttached is your departure notice: where to meet, flights, hotels, your tour leader and what to know before you leave. Please read it, and ask us if anything is not clear.'],
    'departure-notice.sent/changed': ['{serial} Your departure notice has changed', '{name_en}\n\nThis has changed: {changed:notice_part}. Please go by the attached departure notice from now on.'],

    'leader-unavailability.requested': ['Days off asked for', days],
    'leader-unavailability.entered': ['Days off entered', days],
    'leader-unavailability.approve': ['Days off approved', days],
    'leader-unavailability.decline': ['Days off not approved', days],
    'leader-unavailability.cancel': ['Days off cancelled', days],
    'tour-leader.papers': ['A paper ends before the return', '{leader}: {kind:leader_file}{detail} ends on {expires}; {serial} returns on {return}.'],

    'seminar.leader-named': ['You were asked to lead a seminar', '{title_en}'],
    'seminar-session.moved': ['New time or place: {title_en}', '{title_en} · {time}\n{venue}'],
    'seminar-session.cancelled': ['Cancelled: {title_en}', '{title_en} · {time}\n{venue}'],
    'seminar-session.invited': ['You are invited: {title_en}', '{title_en} · {time}\n{venue}\n\nPlease let us know whether you come.'],
    'seminar-guest.invited': ['You are invited: {title_en}', 'You are invited to:\n\n{title_en}\n{place}\n\nPlease answer here whether you come: {link}'],
    'seminar-guest.joined': ['You are registered: {title_en}', 'Your place is kept; we look forward to seeing you.\n\n{title_en}\n{place}\n\nIf you cannot come, please give up your place here: {link}'],
    'seminar-guest.moved': ['Changed: {title_en}', 'The session you registered for has changed. It now is:\n\n{title_en}\n{place}\n\nIf you cannot come, please give up your place here: {link}'],
    'seminar-guest.cancelled': ['Cancelled: {title_en}', 'We are sorry: the session you registered for does not take place.\n\n{title_en}\n{place}'],

    'traveler-document.wanted': ['{serial} Please hand in: {kind:document}', '{number} {traveler}: {kind:document}'],
    'traveler-document.received': ['{serial} Handed in: {kind:document}', '{number} {traveler}: {kind:document}'],
    'traveler-document.verified': ['{serial} Accepted: {kind:document}', '{number} {traveler}: {kind:document}'],
    'traveler-document.rejected': ['{serial} Please hand in again: {kind:document}', '{number} {traveler}: {kind:document}\nReason: {reason}'],
    'traveler-request.made': ['{serial} New wish: {kind:wish}', '{number} {traveler}: {kind:wish}'],
    'traveler-request.confirmed': ['{serial} Wish confirmed: {kind:wish}', '{number} {traveler}: {kind:wish}'],
    'traveler-request.declined': ['{serial} A wish cannot be met: {kind:wish}', '{number} {traveler}: {kind:wish}\n\nWe are sorry that this cannot be arranged. If you have a question, talk to us.'],
    'change-request.asked': ['{serial} A customer asks to change a traveler', wanted],
    'change-request.accepted': ['{serial} The change you asked for is made', `${wanted}\n\nThe change is made.`],
    'change-request.declined': ['{serial} The change you asked for is not possible', `${wanted}\nReason: {reason}\n\nThe traveler stays as it was; if you have a question, talk to us.`],
    'traveler.completed': ['{serial} A customer changed a traveler', `${wanted}\n{fields:traveler_field}`],
    'traveler.address': [
      '{serial} Please confirm that this is your address',
      'Somebody you travel with gave this address for the trip below. If it was meant for you, open the link and confirm, and you hear of the meeting point, the flights and your papers; otherwise there is nothing to do.\n\n{serial} {name_en}\n{starts} – {ends}\n\nConfirm: {link}',
    ],
    'traveler.called-off': ['{serial} Your trip does not take place', '{name_en}\n\nWe are sorry: your trip does not take place. We settle what was paid with the contact of your booking.'],
    'traveler.cancelled': ['{serial} Your place was cancelled', '{name_en}\n\nYour place on this trip was cancelled. If you did not want that, please talk to the contact of your booking or to us.'],
    'travelers.missing': ['{serial} Something is still missing', '{number}: {checks:check}'],

    'webhook.disabled/gone': ['Webhook "{name}" was switched off', 'The other side answered 410: it wants no more. If it is still needed, correct the address, switch it on, and replay what it missed.'],
    'webhook.disabled/failing': ['Webhook "{name}" was switched off', 'For three days no message arrived. Look at the other side; once it is switched on again, what it missed can be replayed.'],

    'work.morning': ['Waiting for you today: {count}', '{lines}\n\n{link}'],
    'work.morning/late': ['Waiting for you today: {count}, {overdue} of them late', '{lines}\n\n{link}'],

    'account.invitation': ['Welcome to Guidon', 'An account was made for you. Choose your password here:\n\n{link}\n\nIt is good for seven days.'],
    'account.password': ['Reset your password', 'Choose a new password here:\n\n{link}\n\nIt is good for one hour. If you did not ask for it, ignore this mail.'],
    'account.sign-in': ['Your sign-in link', 'Sign in here:\n\n{link}\n\nIt is good for fifteen minutes and one use.'],
    'second-factor.confirmed': ['Your second factor is set up', `Your account has a second factor: from now on signing in also asks for a code. Keep the recovery codes in a safe place.\n\n${ifNotYou}`],
    'second-factor.removed': ['Your second factor was removed', `The second factor of your account was removed: signing in no longer asks for a code.\n\n${ifNotYou}`],
    'second-factor.reset': ['An administrator reset your second factor', `An administrator removed the second factor of your account, and all its sessions ended. Sign in again and set it up anew.\n\n${ifNotYou}`],
    'second-factor.recovery_code_used': ['A recovery code was used', `Somebody signed in to your account with a recovery code; that code is used up.\n\n${ifNotYou}`],
  },

  mail: {
    greeting: 'Dear {name},',
    greetingWithoutName: 'Hello,',
    several: '{title} (and {count} more)',
    left: '{count} more are in your account.',
    link: 'See it: {link}',
    signed: '(This mail was sent automatically.)',
  },
  comma: ', ',
}
