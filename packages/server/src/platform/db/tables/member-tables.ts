import type { MemberJobAction, MemberJobStatus } from "@porchlight/contract/members/administration/administration";
import type { SocialType } from "@porchlight/contract/members/custom-fields/custom-field";
import type { DeclaredField } from "@porchlight/contract/members/member";
import type { Generated } from "kysely";
import type { Caller } from "../../context/caller.ts";
import type { Json, Nullable } from "./column-types.ts";

/** Tables about members, apart from `members` itself. */
export interface MemberTables {
  member_abouts: {
    site_id: string;
    id: string;
    member_id: string;
    content: Json<{ nodes: unknown[] }>;
    revision: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  member_fields: {
    site_id: string;
    id: string;
    key: string;
    name: string;
    type: DeclaredField["type"];
    social_type: SocialType | null;
    hidden: Generated<boolean>;
    position: number;
    revision: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  member_blocks: { site_id: string; member_id: string; blocked_id: string; created_at: Date };
  /** `member_id`: the follower. */
  member_followers: { site_id: string; member_id: string; followed_id: string; created_at: Date };
  member_badges: {
    site_id: string;
    id: string;
    title: string;
    description: string | null;
    background_color: string;
    text_color: string;
    icon: string | null;
    slug: string;
    position: number;
    created_at: Date;
    updated_at: Date;
  };
  member_badge_assignments: { site_id: string; badge_id: string; member_id: string; created_at: Date };
  member_jobs: {
    site_id: string;
    id: string;
    action: MemberJobAction;
    status: Generated<MemberJobStatus>;
    filter: Json<Record<string, unknown>>;
    search: Nullable<string>;
    total: number;
    processed: Generated<number>;
    requested_by: Json<Caller>;
    succeeded: Generated<number>;
    failed: Generated<number>;
    last_id: Nullable<string>;
    created_at: Date;
    finished_at: Nullable<Date>;
  };
}
