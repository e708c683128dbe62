import { authText } from "../auth/auth-page.tsx";
import { blogText } from "../blog/blog-texts.ts";
import { commentText } from "../blog/comments/comment-texts.ts";
import { homeText } from "../blog/home/home-page.tsx";
import { joinText } from "../blog/join-call.tsx";
import { postText } from "../blog/list/more-posts-nav.tsx";
import { newPostsText } from "../blog/list/new-posts-bar.tsx";
import { actionText } from "../blog/post/post-actions.tsx";
import { ratingText } from "../blog/post/post-rating.tsx";
import { previewText } from "../blog/post/preview-page.tsx";
import { readOnText } from "../blog/post/read-on.tsx";
import { searchText } from "../blog/search/search-page.tsx";
import { collectionText } from "../data/collection-texts.ts";
import { accountText } from "../members/account-texts.ts";
import { directoryText } from "../members/directory/directory-entry.tsx";
import { newsletterText } from "../members/newsletter-texts.ts";
import { welcomeText } from "../members/welcome-page.tsx";
import { text } from "../shell/shell-texts.ts";

/** The site's own texts in English, for the server only: pages load those that they show. */
export const words: Readonly<Record<string, string>> = {
  ...text.words,
  ...authText.words,
  ...blogText.words,
  ...commentText.words,
  ...homeText.words,
  ...joinText.words,
  ...postText.words,
  ...newPostsText.words,
  ...actionText.words,
  ...ratingText.words,
  ...previewText.words,
  ...readOnText.words,
  ...searchText.words,
  ...collectionText.words,
  ...accountText.words,
  ...directoryText.words,
  ...newsletterText.words,
  ...welcomeText.words,
};
