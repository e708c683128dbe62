import { createText } from "../texts.ts";

/** Texts around every page. */
export const text = createText({
  "common.skip": "Skip to content",
  "common.nav": "Main",
  "common.footerNav": "More",
  "common.nav.blog": "Blog",
  "common.nav.members": "Members",
  "common.nav.search": "Search",
  "common.session": "Your account",
  "common.signIn": "Sign in",
  "common.signUp": "Sign up",
  "common.signOut": "Sign out",
  "common.feed": "RSS feed",
  "common.help": "Need help? Contact the site owner.",
  "common.language": "Language",
  "common.breadcrumbs": "Breadcrumbs",
  "common.home": "Go to the home page",
  "common.readBlog": "Read the blog",
  "common.retry": "Try again",
  "common.requestId": "Request id",
  "error.notFound.title": "This page does not exist",
  "error.notFound.text": "The address may be misspelled, or the page was moved or removed.",
  "error.forbidden.title": "Sign in to see this page",
  "error.forbidden.text": "This page is for members. You return here after signing in.",
  "error.rateLimited.title": "Too many attempts",
  "error.rateLimited.text": "Try again in {time}.",
  "error.rateLimited.over": "You can try again now.",
  "error.failed.title": "Something went wrong",
  "error.failed.text": "The problem is on our side. Try again in a moment.",
  "error.offline.title": "We could not reach the site",
  "error.offline.text": "Check your connection and try again.",
});

export type ShellTextKey = Parameters<typeof text>[0];
