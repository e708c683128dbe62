import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { ChallengeFactorType, FactorType, MfaReason } from "@porchlight/contract/auth/mfa/factor";
import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import type { MediaType } from "@porchlight/contract/media/media-file";
import type { SiteSettingValue } from "@porchlight/contract/site/site-settings";
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { StaffRole } from "../../context/caller.ts";
import type { QuotaKind } from "../quotas.ts";
import type { BlogTables } from "./blog-tables.ts";
import type { Json, MemberPhoto, Nullable, Timestamp } from "./column-types.ts";
import type { DataTables } from "./data-tables.ts";
import type { EventTables } from "./event-tables.ts";
import type { FormTables, SubmitterKind } from "./form-tables.ts";
import type { MemberTables } from "./member-tables.ts";
import type { Channel } from "./outbox-payloads.ts";

/** Factors with a row in `factors`. */
export type EnrolledType = Exclude<FactorType, "PASSWORD">;

/** Purpose of an MFA challenge: sign-in, enrollment, or reauthentication. */
export type ChallengePurpose = "sign-in" | "set-up" | "proof";

/** All tables, as created by `migrations/*.sql`. */
export interface Tables extends BlogTables, DataTables, EventTables, FormTables, MediaTables, MemberTables {
  sites: {
    id: string;
    name: string;
    created_at: Timestamp;
    /** The site that the staff accounts of this one manage. */
    staff_of: Nullable<string>;
    /** Public URL of an additional site. */
    url: Nullable<string>;
    mail_from: Nullable<string>;
    /** Of a restored site, encrypted with the key of the installation. */
    secret_key: Nullable<Buffer>;
    /** When it was removed: its rows are being deleted. */
    removed_at: Nullable<Date>;
  };
  site_quotas: {
    site_id: string;
    kind: QuotaKind;
    /** Text, as PostgreSQL returns numbers of 64 bits. */
    maximum: string;
    used: string;
    /** The day of `used`, for emails. */
    day: Nullable<string>;
  };
  staff: { site_id: string; member_id: string; role: StaffRole; created_at: Timestamp };
  backup_runs: {
    site_id: string;
    job_id: string;
    origin: "manual" | "scheduled";
    status: "WAITING" | "RUNNING" | "COMPLETED" | "FAILED";
    done_bytes: Generated<string | number>;
    total_bytes: Generated<string | number>;
    reason: Nullable<string>;
    created_at: Date;
    finished_at: Nullable<Date>;
  };
  update_checks: { site_id: string; checked_at: Date; version: Nullable<string> };
  backup_schedules: { site_id: string; schedule: string; due_at: Date };
  staff_setup_links: { site_id: string; token_hash: Buffer; created_at: Timestamp; expires_at: Timestamp };
  site_texts: { site_id: string; language: string; key: string; words: string; updated_at: Timestamp };
  settings: { site_id: string; name: string; value: ColumnType<unknown, string, string>; updated_at: Timestamp };
  site_previews: {
    site_id: string;
    id: string;
    path: string;
    values: Json<Record<string, SiteSettingValue>>;
    expires_at: Date;
  };
  undo_states: { site_id: string; entity_id: string; state: Json<object>; created_at: Date };
  signing_keys: {
    site_id: string;
    id: string;
    algorithm: string;
    public_jwk: Json<Record<string, unknown>>;
    private_jwk_sealed: Buffer;
    created_at: Timestamp;
    active_from: Timestamp;
    retired_at: Nullable<Date>;
  };
  apps: {
    site_id: string;
    id: string;
    name: string;
    redirect_uris: string[];
    origins: string[];
    refresh_tokens: "stable" | "rotate";
    disabled_at: Nullable<Date>;
    created_at: Timestamp;
  };
  members: {
    site_id: string;
    id: string;
    email: string;
    email_key: string;
    email_verified: boolean;
    password_hash: Nullable<string>;
    status: IdentityStatus;
    pending_reasons: PendingReason[];
    slug: string;
    profile: Json<IdentityProfile>;
    created_at: Timestamp;
    updated_at: Timestamp;
    last_login_at: Nullable<Date>;
    password_by_mail: Generated<boolean>;
    photo: Nullable<Json<MemberPhoto>>;
    title: Nullable<string>;
    activity_status: Generated<"ACTIVE" | "MUTED">;
  };
  sessions: {
    site_id: string;
    id: string;
    app_id: string;
    role: "visitor" | "member";
    subject_id: string;
    created_at: Timestamp;
    renewed_at: Timestamp;
    expires_at: Date;
    absolute_expires_at: Date;
    revoked_at: Nullable<Date>;
    browser: Nullable<string>;
    device: Nullable<string>;
    proved_at: Nullable<Date>;
    browser_id: Nullable<string>;
  };
  refresh_tokens: {
    site_id: string;
    token_hash: Buffer;
    session_id: string;
    created_at: Timestamp;
    used_at: Nullable<Date>;
  };
  session_tokens: {
    site_id: string;
    token_hash: Buffer;
    app_id: string;
    member_id: string;
    expires_at: Date;
    used_at: Nullable<Date>;
  };
  authorization_codes: {
    site_id: string;
    code_hash: Buffer;
    app_id: string;
    member_id: string;
    redirect_uri: Nullable<string>;
    code_challenge: string;
    expires_at: Date;
    used_at: Nullable<Date>;
    session_id: Nullable<string>;
    browser: Nullable<string>;
    device: Nullable<string>;
    browser_id: Nullable<string>;
  };
  state_tokens: {
    site_id: string;
    token_hash: Buffer;
    purpose: string;
    app_id: string;
    member_id: string;
    expires_at: Date;
    used_at: Nullable<Date>;
  };
  verification_codes: {
    site_id: string;
    member_id: string;
    purpose: string;
    code_mac: Buffer;
    tries_left: number;
    failed_mac: Nullable<Buffer>;
    created_at: Timestamp;
    expires_at: Date;
  };
  factors: {
    site_id: string;
    id: string;
    member_id: string;
    type: EnrolledType;
    status: "ENABLED" | "REQUIRE_ACTIVATION" | "REQUIRE_REENROLL";
    name: Nullable<string>;
    phone_number: Nullable<string>;
    secret_sealed: Nullable<Buffer>;
    last_step: Nullable<string>;
    created_at: Timestamp;
    last_used_at: Nullable<Date>;
    rp_id: Nullable<string>;
    browser: Nullable<string>;
    device: Nullable<string>;
  };
  passkeys: {
    site_id: string;
    factor_id: string;
    member_id: string;
    credential_id: Buffer;
    public_key: Buffer;
    sign_count: string;
    transports: string[];
  };
  passkey_challenges: {
    site_id: string;
    id: string;
    challenge_hash: Buffer;
    purpose: string;
    subject: string;
    app_id: string;
    expires_at: Date;
    used_at: Nullable<Date>;
  };
  recovery_codes: { site_id: string; member_id: string; code_mac: Buffer; used_at: Nullable<Date> };
  second_steps: {
    site_id: string;
    token_hash: Buffer;
    app_id: string;
    member_id: string;
    reason: MfaReason;
    expires_at: Date;
    used_at: Nullable<Date>;
    needs_verification: Generated<boolean>;
  };
  challenges: {
    site_id: string;
    purpose: ChallengePurpose;
    subject: string;
    member_id: string;
    type: ChallengeFactorType;
    code_mac: Nullable<Buffer>;
    tries_left: number;
    failed_mac: Nullable<Buffer>;
    push_hash: Nullable<Buffer>;
    push_number: Nullable<string>;
    push_answer: Nullable<"APPROVED" | "DENIED">;
    created_at: Date;
    expires_at: Date;
  };
  used_captchas: { site_id: string; token_hash: Buffer; expires_at: Date; used_for: Nullable<Buffer> };
  remembered_devices: {
    site_id: string;
    token_hash: Buffer;
    member_id: string;
    created_at: Timestamp;
    expires_at: Date;
  };
  email_changes: {
    site_id: string;
    member_id: string;
    email: string;
    email_key: string;
    code_mac: Nullable<Buffer>;
    tries_left: number;
    failed_mac: Nullable<Buffer>;
    created_at: Timestamp;
    expires_at: Date;
  };
  recovery_tokens: {
    site_id: string;
    token_hash: Buffer;
    member_id: string;
    request_id: string;
    created_at: Timestamp;
    expires_at: Date;
    used_at: Nullable<Date>;
  };
  redirect_sessions: {
    site_id: string;
    token_hash: Buffer;
    id: string;
    kind: Generated<"auth" | "login" | "logout">;
    app_id: string;
    member_id: Nullable<string>;
    session_id: Nullable<string>;
    origin: Nullable<string>;
    redirect_uri: Nullable<string>;
    response_mode: Nullable<"fragment" | "query" | "web_message">;
    state: Nullable<string>;
    code_challenge: Nullable<string>;
    prompt: Nullable<"login" | "none">;
    session_token_hash: Nullable<Buffer>;
    created_at: Timestamp;
    expires_at: Date;
    used_at: Nullable<Date>;
  };
  hosted_sessions: {
    site_id: string;
    token_hash: Buffer;
    silent_hash: Buffer;
    member_id: string;
    created_at: Timestamp;
    expires_at: Date;
    absolute_expires_at: Date;
    browser_id: Nullable<string>;
  };
  api_keys: {
    site_id: string;
    id: string;
    name: string;
    role: "admin" | "editor" | "read";
    key_hash: Buffer;
    created_at: Timestamp;
    revoked_at: Nullable<Date>;
    last_used_at: Generated<Date | null>;
  };
  rate_limits: {
    site_id: string;
    key: Buffer;
    hits_at: Date[];
    strikes: Generated<number>;
    blocked_until: Nullable<Date>;
    expires_at: Date;
  };
  audit_events: {
    site_id: string;
    id: string;
    event: string;
    created_at: Date;
    actor: "member" | "visitor" | "owner" | "staff" | "key" | "server";
    /** For the actor `staff`. */
    staff_id: Nullable<string>;
    key_id: Nullable<string>;
    member_id: Nullable<string>;
    account: Nullable<string>;
    app_id: Nullable<string>;
    browser: Nullable<string>;
    device: Nullable<string>;
    request_id: Nullable<string>;
    facts: ColumnType<Record<string, string> | null, string | null, never>;
  };
  outbox: {
    site_id: string;
    id: string;
    kind: string;
    payload: Json<object>;
    created_at: Timestamp;
    done_at: Nullable<Date>;
  };
  mail_templates: {
    site_id: string;
    kind: string;
    language: string;
    subject: Nullable<string>;
    body_text: Nullable<string>;
    body_html: Nullable<string>;
    preheader: Nullable<string>;
    heading: Nullable<string>;
    body: Nullable<string>;
    button: Nullable<string>;
    closing: Nullable<string>;
    updated_at: Date;
  };
  dev_inbox: {
    site_id: string;
    id: string;
    channel: Channel;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    code: Nullable<string>;
    link: Nullable<string>;
    push: JSONColumnType<{ token: string; numbers: string[] }, string | null, string | null> | null;
    created_at: Timestamp;
  };
  migrations: { version: number; name: string; applied_at: Timestamp };
}

interface MediaTables {
  media_files: {
    site_id: string;
    id: string;
    upload_id: string;
    display_name: string;
    media_type: MediaType;
    mime_type: string;
    /** Read as text, because a bigint may exceed JavaScript's integers. */
    bytes: ColumnType<string, number, number>;
    width: number | null;
    height: number | null;
    alt_text: string;
    focal_x: Generated<number | null>;
    focal_y: Generated<number | null>;
    /** Of a file that was uploaded for a form. */
    form_id: Generated<string | null>;
    submission_id: Generated<string | null>;
    /** Who uploaded a file for a form, or the staff account that uploaded a file of the site. */
    uploader_kind: Generated<SubmitterKind | "staff" | null>;
    uploader_id: Generated<string | null>;
    folder_id: Generated<string | null>;
    trashed_at: Generated<Date | null>;
    created_at: Date;
    updated_at: Date;
  };
  media_folders: { site_id: string; id: string; parent_id: Nullable<string>; name: string; created_at: Date };
  media_replacements: { site_id: string; former_id: string; file_id: string; replaced_at: Date };
}
