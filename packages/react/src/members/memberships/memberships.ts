import type { MemberClient } from "../../auth/member-client.ts";
import type { Moment } from "../../ui/time-text.tsx";

/** Sections of the account that show what other systems of the site owner's know, in their order. Source: spec, site settings. */
export const membershipSections = ["BOOKINGS", "ORDERS", "SUBSCRIPTIONS", "EVENTS"] as const;
/** A section of the member's orders, bookings, and plans. */
export type MembershipSection = (typeof membershipSections)[number];

/** What the checkout of each section is told. Source: spec §3, "Redirect session payload". */
export interface MembershipCheckouts {
  BOOKINGS: { slotAvailability: object; timezone?: string | undefined };
  ORDERS: { checkoutId: string };
  SUBSCRIPTIONS: { planId: string; checkoutData?: string | undefined };
  EVENTS: { reservationId: string; eventSlug: string };
}

/** One card. */
export interface MembershipItem<Section extends MembershipSection = MembershipSection> {
  id: string;
  title: string;
  date?: Moment | null | undefined;
  /** A word or two in the reader's language, like "Paid". */
  status?: string | undefined;
  /** Where there is something left to do or to pay: the card has a link that leads there. */
  checkout?: MembershipCheckouts[Section] | undefined;
}

/** Where a section's cards come from. */
export interface MembershipSource<Section extends MembershipSection = MembershipSection> {
  /**
   * Reads what the member who is signed in has, in the order in which it is shown. `client` is the one that was given to the
   * provider, on a server the request's: its `auth.getAuthHeaders()` tell another system who asks.
   */
  list(
    client: MemberClient,
    options: { signal?: AbortSignal | undefined },
  ): Promise<readonly MembershipItem<Section>[]>;
  /** A page for whoever has nothing yet. */
  browseHref?: string | undefined;
}

/** The sources of a site. A section without one is not shown. */
export type Memberships = { readonly [Section in MembershipSection]?: MembershipSource<Section> | undefined };

/** What {@link MembershipSource.list} has answered. */
export interface MembershipData<Section extends MembershipSection = MembershipSection> {
  items: readonly MembershipItem<Section>[];
}

/** What a redirect session calls the checkout of a section. */
export const checkoutIntents = {
  BOOKINGS: "bookingsCheckout",
  ORDERS: "ecomCheckout",
  SUBSCRIPTIONS: "paidPlansCheckout",
  EVENTS: "eventsCheckout",
} as const satisfies Record<MembershipSection, string>;
