import type { IdentityProfile } from "@porchlight/contract/auth/identity";
import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import type { WireImage } from "@porchlight/contract/blog/post";
import type { PostStatus } from "@porchlight/contract/blog/post-status";
import type { RichContent } from "@porchlight/contract/blog/rich-content";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** JSON goes in as text and comes out parsed. */
type Json<Value extends object> = JSONColumnType<Value, string, string>;
/** Set by the database when left out. */
type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Nullable<Value> = Value | null;

/** The tables, column by column, as `migrations/*.sql` makes them. */
export interface Tables {
  sites: { id: string; name: string; created_at: Timestamp };
  settings: { site_id: string; name: string; value: ColumnType<unknown, string, string>; updated_at: Timestamp };
  signing_keys: {
    site_id: string;
    id: string;
    algorithm: string;
    public_jwk: Json<Record<string, unknown>>;
    private_jwk_sealed: Buffer;
    created_at: Timestamp;
    retired_at: Nullable<Date>;
  };
  apps: {
    site_id: string;
    id: string;
    name: string;
    redirect_uris: string[];
    origins: string[];
    refresh_tokens: "stable" | "rotate";
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
  };
  refresh_tokens: {
    site_id: string;
    token_hash: Buffer;
    session_id: string;
    created_at: Timestamp;
    replaced_at: Nullable<Date>;
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
  };
  api_keys: {
    site_id: string;
    id: string;
    name: string;
    role: "admin" | "editor" | "read";
    key_hash: Buffer;
    created_at: Timestamp;
    revoked_at: Nullable<Date>;
  };
  rate_limits: {
    site_id: string;
    key: Buffer;
    hits_at: Date[];
    strikes: Generated<number>;
    blocked_until: Nullable<Date>;
    expires_at: Date;
  };
  outbox: {
    site_id: string;
    id: string;
    kind: string;
    payload: Json<object>;
    created_at: Timestamp;
    available_at: Timestamp;
    locked_until: Nullable<Date>;
    attempts: Generated<number>;
    last_error: Nullable<string>;
    done_at: Nullable<Date>;
    parked_at: Nullable<Date>;
  };
  dev_inbox: {
    site_id: string;
    id: string;
    channel: string;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    code: Nullable<string>;
    link: Nullable<string>;
    created_at: Timestamp;
  };
  categories: {
    site_id: string;
    id: string;
    slug: string;
    language: string;
    label: string;
    description: Nullable<string>;
    display_position: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  tags: {
    site_id: string;
    id: string;
    slug: string;
    language: string;
    label: string;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  posts: {
    site_id: string;
    id: string;
    slug: string;
    language: string;
    status: PostStatus;
    title: string;
    excerpt: Generated<string>;
    content_text: Generated<string>;
    rich_content: Json<RichContent>;
    authors: Generated<string[]>;
    member_id: Nullable<string>;
    hashtags: Generated<string[]>;
    featured: Generated<boolean>;
    pinned: Generated<boolean>;
    commenting_enabled: Generated<boolean>;
    minutes_to_read: Generated<number>;
    hero_image: JSONColumnType<WireImage, string | null, string | null> | null;
    seo_data: ColumnType<object, string | undefined, string>;
    comment_count: Generated<number>;
    like_count: Generated<number>;
    view_count: Generated<number>;
    first_published_at: Nullable<Date>;
    last_published_at: Nullable<Date>;
    source_key: Nullable<string>;
    source_hash: Nullable<string>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  post_categories: { site_id: string; post_id: string; category_id: string; position: Generated<number> };
  post_tags: { site_id: string; post_id: string; tag_id: string; position: Generated<number> };
  redirect_paths: { site_id: string; path: string; post_id: string; created_at: Timestamp };
  migrations: { version: number; name: string; applied_at: Timestamp };
}
