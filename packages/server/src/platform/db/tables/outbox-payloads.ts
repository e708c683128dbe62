import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";

/** A link of an email. */
export interface MailLink {
  url: string;
  label: string;
}

/** The built-in content of an email, without its greeting and footer. */
export interface MailCard {
  heading: string;
  paragraphs: string[];
  code?: string | undefined;
  link?: MailLink | undefined;
  /** Less prominent, below `link`. */
  otherLink?: MailLink | undefined;
  closing?: string | undefined;
}

/** A queued email in the built-in texts. The owner's templates are applied at delivery. */
export interface MailPayload {
  to: string;
  language?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** Where answers go, if a person wrote the email. */
  replyTo?: string;
  /** Stops emails of this kind; also by a POST of the email program (RFC 8058). */
  unsubscribeUrl?: string;
  /** Identifies the emails that are sent to all subscribers (RFC 2919). */
  listId?: string;
  /**
   * Kind of the email, values of its placeholders, the footer that explains why it was sent, and the content that the
   * owner may customize.
   */
  template?: {
    kind: string;
    values: Readonly<Record<string, string | number>>;
    footer: string;
    /** Absent in emails queued by earlier versions. */
    card?: MailCard;
  };
  /** It is not sent later than this. */
  ttlMinutes?: number | undefined;
  /** ISO 8601; set by `enqueueOutboxEntry`. */
  expiresAt?: string;
  /** The decision that the email is about, to undo it before the email is sent. */
  review?: {
    memberId: string;
    /** Why the member was pending before. */
    pendingReasons: PendingReason[];
    /** What the decision made of the member. Absent in emails queued by earlier versions. */
    result?: { status: IdentityStatus; pendingReasons: PendingReason[] };
  };
  /** Shown separately in the development inbox. */
  code?: string;
  link?: string;
}

/** A queued password recovery. The member is looked up after the response, which takes the same time either way. */
export interface RecoveryPayload {
  /** Key of the requested email; the message goes to the stored address. */
  to: string;
  /** The requested language; takes precedence over the member's. */
  language?: string | null | undefined;
  /** Target of the link. */
  page: string;
  /** Whether the token goes into the query of `page` instead of the fragment. */
  readsQuery?: boolean | undefined;
}

/** A queued message to a phone or device, sent through the message webhook. */
interface Message {
  memberId: string;
  /** ISO 8601. It is not sent later than this. */
  expiresAt: string;
  language: string;
  /** Title in the development inbox. */
  subject: string;
  /** Displayed or read aloud. */
  text: string;
  /** MFA factors it belongs to; not sent to the receiver. */
  factorIds: string[];
}

/** A queued text message or call with a code. */
export interface PhonePayload extends Message {
  /** E.164. */
  to: string;
  code: string;
}

/** A queued push request to the member's devices. */
export interface PushPayload extends Message {
  /** The member's email, for the development inbox; not sent to the receiver. */
  to: string;
  devices: { id: string; name: string | null }[];
  /** Authorizes the response of the device. */
  pushToken: string;
  /** Options for number matching; the sign-in page shows one of them. */
  numbers: string[];
  answerUrl: string;
}

/** The queued email of a post to a subscriber. It is composed when it is sent. */
export interface NewsletterPayload {
  to: string;
  memberId: string;
  postId: string;
}

/** An unused image to delete. */
export interface UnusedImagePayload {
  /** Id in the media store. */
  mediaId: string;
}

/** Payloads of outbox entries by kind. */
export interface OutboxPayloads {
  mail: MailPayload;
  recovery: RecoveryPayload;
  newsletter: NewsletterPayload;
  sms: PhonePayload;
  call: PhonePayload;
  push: PushPayload;
  unusedPicture: UnusedImagePayload;
}
export type OutboxKind = keyof OutboxPayloads;

type KindsWith<Payload> = {
  [Kind in OutboxKind]: OutboxPayloads[Kind] extends Payload ? Kind : never;
}[OutboxKind];

/** Kinds that are sent through the message webhook. */
export type MessageKind = KindsWith<Message>;
/** Kinds that send a code to a phone. */
export type PhoneMessageKind = KindsWith<PhonePayload>;
/** How a message in the development inbox would have been sent. */
export type Channel = "mail" | MessageKind;
