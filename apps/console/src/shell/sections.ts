import type { StaffRole } from "@porchlight/client/staff";
import {
  Globe,
  House,
  Images,
  Inbox,
  KeyRound,
  type LucideIcon,
  PenLine,
  Settings,
  ShieldUser,
  Table,
  Users,
} from "lucide-react";
import { text } from "../texts/text.ts";

/** A main page of the console. */
export interface Section {
  path: string;
  name: string;
  icon: LucideIcon;
  /** Roles that see it. */
  roles: readonly StaffRole[];
}

const everyone = ["owner", "editor", "author", "support"] as const;

/** The navigation of the console. Phones show the first four that a person may see, and the others in a menu. */
export const sections: readonly Section[] = [
  { path: "/", name: text("Home"), icon: House, roles: everyone },
  { path: "/posts", name: text("Posts"), icon: PenLine, roles: ["owner", "editor", "author"] },
  { path: "/media", name: text("Media"), icon: Images, roles: ["owner", "editor", "author"] },
  { path: "/collections", name: text("Collections"), icon: Table, roles: ["owner", "editor"] },
  { path: "/forms", name: text("Forms"), icon: Inbox, roles: ["owner", "editor", "support"] },
  { path: "/members", name: text("Members"), icon: Users, roles: ["owner", "support"] },
  { path: "/site", name: text("Site"), icon: Globe, roles: ["owner", "editor"] },
  { path: "/settings", name: text("Settings"), icon: Settings, roles: ["owner"] },
  { path: "/staff", name: text("Staff"), icon: ShieldUser, roles: ["owner"] },
  { path: "/account", name: text("Account"), icon: KeyRound, roles: everyone },
];

/** The roles of staff, with what they may do. */
export const staffRoles: readonly { id: StaffRole; label: string; hint: string }[] = [
  { id: "owner", label: text("Owner"), hint: text("Can do everything, including settings and staff.") },
  { id: "editor", label: text("Editor"), hint: text("Manages posts, collections, forms and media.") },
  { id: "author", label: text("Author"), hint: text("Writes their own posts.") },
  {
    id: "support",
    label: text("Support"),
    hint: text("Manages members and replies to form submissions. No access to content."),
  },
];

/** The name of a role. */
export const roleName = (role: StaffRole): string => staffRoles.find(({ id }) => id === role)!.label;
