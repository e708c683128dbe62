/** A queued email in the built-in texts. The owner's templates are applied at delivery. */
export interface MailPayload {
  to: string;
  language?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** Kind of the email, values of its placeholders, and the footer that explains why it was sent. */
  template?: { kind: string; values: Readonly<Record<string, string | number>>; footer: string };
  /** It is not sent later than this. */
  ttlMinutes?: number | undefined;
  /** ISO 8601; set by `enqueueOutboxEntry`. */
  expiresAt?: string;
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

/** An unused image to delete. */
export interface UnusedImagePayload {
  /** Id in the media store. */
  mediaId: string;
}

/** Payloads of outbox entries by kind. */
export interface OutboxPayloads {
  mail: MailPayload;
  recovery: RecoveryPayload;
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
