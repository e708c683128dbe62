import { text } from "../texts/text.ts";
import { securityPages } from "./security-pages.ts";
import { NewsletterSwitch } from "./setting-control.tsx";
import type { SettingField, SettingPage } from "./setting-field.ts";

const placeholders = (...names: string[]) => names.map((name) => `{${name}}`).join(", ");

const checkout = (name: string, label: string, ...names: string[]): SettingField => ({
  name,
  label,
  hint: text("May contain {names}.", { names: placeholders(...names) }),
  invalid: text("Enter a full https address with no other placeholders."),
  placeholder: "https://",
});

const membersPage: SettingPage = {
  path: "members",
  title: text("Member profiles and directory"),
  description: text("Fields of profiles, privacy, and who sees the member directory."),
  blocks: [
    {
      title: text("Privacy and directory"),
      description: text(
        "Controls who can see your members on the site. Members choose the privacy of their own profile.",
      ),
      fields: [
        {
          name: "memberPrivacy",
          label: text("Profiles of new members"),
          options: {
            private: { label: text("Private"), hint: text("Other visitors do not see the profile.") },
            public: { label: text("Public"), hint: text("The profile appears in the directory and next to comments.") },
          },
        },
        {
          name: "memberDirectory",
          label: text("Member directory"),
          options: {
            off: { label: text("Off"), hint: text("There is no directory, and there are no profile pages.") },
            members: { label: text("Members only"), hint: text("Signed-in members see each other’s public profiles.") },
            everyone: { label: text("Everyone"), hint: text("All visitors see public profiles.") },
          },
        },
      ],
    },
    {
      title: text("Profile fields"),
      description: text("Adds fields to the account page, next to names, phones and addresses."),
      fields: [
        {
          name: "memberFields",
          label: text("Fields"),
          hint: text(
            "One per line: a name, a colon, and text, number, date, url or social. For example, Birthday:date.",
          ),
          invalid: text("Write each field as a name and a type, such as Company:text. Names cannot contain commas."),
        },
      ],
    },
    {
      title: text("Posts by members"),
      description: text("Lets members write posts, which wait for an editor’s review."),
      fields: [
        {
          name: "memberPosts",
          label: text("Members may submit posts"),
          options: {
            off: { label: text("No") },
            review: { label: text("Yes, after review"), hint: text("An editor publishes or rejects each post.") },
          },
        },
      ],
    },
  ],
};

const contentPage: SettingPage = {
  path: "content",
  title: text("Posts, files and forms"),
  description: text("Ratings, versions, upload sizes, submissions and payments."),
  blocks: [
    {
      title: text("Posts"),
      description: text("Controls who can rate and comment on posts, and how long earlier versions are available."),
      fields: [
        {
          name: "postRatings",
          label: text("Ratings"),
          options: {
            off: { label: text("Off") },
            members: { label: text("Members only") },
            everyone: { label: text("Everyone") },
          },
        },
        {
          name: "comments",
          label: text("Comments"),
          hint: text("Members comment on posts. Comments that wait for approval are listed under Posts."),
          options: {
            off: { label: text("Off") },
            "approve-all": { label: text("Members, after approval") },
            "approve-first": { label: text("Members, the first one after approval") },
            on: { label: text("Members, without approval") },
          },
        },
        {
          name: "postRevisions",
          label: text("Versions per post"),
          hint: text("Set to 0 to store no earlier versions."),
        },
        {
          name: "postRevisionDays",
          label: text("Days to retain versions"),
          hint: text("The latest version is always retained."),
        },
      ],
    },
    {
      title: text("Newsletter"),
      description: text("Members who subscribe in their account get new posts by email."),
      fields: [
        {
          name: "newsletter",
          label: text("Newsletter"),
          hint: text("When you publish a post, you choose whether it is sent."),
          options: { off: { label: text("Off") }, on: { label: text("Members can subscribe") } },
          render: NewsletterSwitch,
        },
        {
          name: "newsletterContent",
          label: text("Content of the emails"),
          options: { excerpt: { label: text("Excerpt and link") }, full: { label: text("Whole post") } },
        },
        {
          name: "newsletterDelay",
          label: text("Minutes before sending"),
          hint: text("If you unpublish a post within this time, it is not sent."),
        },
        {
          name: "newsletterRate",
          label: text("Emails per minute"),
          hint: text("Do not exceed the limit of your mail server."),
        },
      ],
    },
    {
      title: text("Files"),
      description: text("Limits the size of files that people upload. Images are limited to 10 MiB in any case."),
      fields: [{ name: "uploadMebibytes", label: text("Maximum size in MiB") }],
    },
    {
      title: text("Forms"),
      description: text("Controls how long submissions are stored, and how your payment page reports payments."),
      fields: [
        {
          name: "submissionDays",
          label: text("Days to retain submissions"),
          hint: text("Set to 0 to retain them until you delete them."),
        },
        {
          name: "formCurrency",
          label: text("Payment currency"),
          invalid: text("Enter three capital letters, such as EUR."),
        },
        {
          name: "paymentSecret",
          label: text("Payment page secret"),
          hint: text("Your payment page signs its reports with it. At least 32 characters."),
          invalid: text("Enter at least 32 characters without spaces."),
        },
      ],
    },
    {
      title: text("Notices"),
      description: text("Where the server sends notices to you, such as those about failed webhook deliveries."),
      fields: [
        {
          name: "ownerEmail",
          label: text("Your email"),
          hint: text("If empty, notices go to the address that emails are sent from."),
          invalid: text("Enter an email address, such as ada@example.com."),
        },
      ],
    },
  ],
};

const checkoutPage: SettingPage = {
  path: "checkout",
  title: text("Checkout addresses"),
  description: text("The pages that open for checkout, bookings, events and plans."),
  blocks: [
    {
      title: text("Shop"),
      description: text("The pages that open when people check out in your shop."),
      fields: [
        checkout("ecomCheckoutUrl", text("Checkout"), "checkoutId"),
        checkout("storesProductUrl", text("Product page"), "productSlug"),
        checkout("ecomOrderPaymentRequestUrl", text("Order payment"), "paymentRequestId"),
      ],
    },
    {
      title: text("Bookings, events and plans"),
      description: text("The pages that open when people book, buy a ticket or subscribe."),
      fields: [
        checkout("bookingsCheckoutUrl", text("Booking checkout"), "timezone", "slotAvailability"),
        checkout("bookingsBookUrl", text("Booking page"), "resourceId"),
        checkout("eventsCheckoutUrl", text("Ticket checkout"), "reservationId", "eventSlug"),
        checkout("paidPlansCheckoutUrl", text("Plan checkout"), "planId", "checkoutData"),
      ],
    },
  ],
};

/** The pages of settings, in the order of the overview. */
export const settingPages: readonly SettingPage[] = [...securityPages, membersPage, contentPage, checkoutPage];
