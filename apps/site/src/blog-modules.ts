/** What some pages of the blog need, in a script of its own. */

export { discovery, likeCalls, polls, ratings } from "@porchlight/client/blog";
