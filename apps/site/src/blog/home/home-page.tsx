import { Anchor, PostList, SignedOut } from "@porchlight/react";
import { useLoaderData } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { PartFailed } from "../../shell/problem-page.tsx";
import { text } from "../../shell/shell-texts.ts";
import { useSite } from "../../site.ts";
import { createText } from "../../texts.ts";
import { categoryPath } from "../blog-content.ts";
import { blogText } from "../blog-texts.ts";
import type { HomeData } from "./home-loader.ts";

export const homeText = createText({
  "home.line": "Stories and news, for members and for everyone who drops by.",
  "home.featured": "Featured",
  "home.latest": "Latest posts",
  "home.categories": "Categories",
  "home.all": "See all posts",
  "home.empty": "The first post is on its way.",
  "home.join.title": "Become a member",
  "home.join.text": "Sign up to have your own account on {site}. All you need is an email address.",
});

export { homeLoader as loader } from "./home-loader.ts";

function HomePage() {
  const { featured, latest, categories, problem } = useLoaderData<HomeData>();
  const { settings } = useSite();
  const { siteName } = settings;
  const imageHost = imageHostOf(settings);
  const line = homeText("home.line");
  const empty = featured.length === 0 && latest.length === 0;

  return (
    <div className="home">
      <PageHead description={`${siteName}. ${line}`} canonicalPath="/" />
      <header className="home-head">
        <h1>
          <bdi>{siteName}</bdi>
        </h1>
        <p>{line}</p>
      </header>
      {problem ? (
        <PartFailed message={blogText("blog.failed")} problem={problem} />
      ) : empty ? (
        <p className="empty">{homeText("home.empty")}</p>
      ) : (
        <>
          {featured.length > 0 ? (
            <section className="home-featured" aria-labelledby="featured">
              <h2 id="featured">{homeText("home.featured")}</h2>
              <PostList posts={featured} headingLevel={3} imageHost={imageHost} />
            </section>
          ) : null}
          {latest.length > 0 ? (
            <section className="home-latest" aria-labelledby="latest">
              <div className="section-head">
                <h2 id="latest">{homeText("home.latest")}</h2>
                <Anchor href="/blog">{homeText("home.all")}</Anchor>
              </div>
              <PostList posts={latest} headingLevel={3} imageHost={imageHost} />
            </section>
          ) : null}
        </>
      )}
      {categories.length > 0 ? (
        <section className="home-categories" aria-labelledby="categories">
          <h2 id="categories">{homeText("home.categories")}</h2>
          <ul className="labels">
            {categories.map((category) => (
              <li key={category.id}>
                <Anchor className="label" href={categoryPath(category)}>
                  <bdi>{category.title}</bdi> <span className="label-count">{category.postCount}</span>
                </Anchor>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <JoinCall />
    </div>
  );
}

/** Invites visitors to sign up. */
function JoinCall() {
  const { siteName } = useSite().settings;
  return (
    <SignedOut>
      <section className="join" aria-labelledby="join">
        <h2 id="join">{homeText("home.join.title")}</h2>
        <p>{homeText("home.join.text", { site: siteName })}</p>
        <Anchor className="site-button" data-variant="primary" href="/sign-up">
          {text("common.signUp")}
        </Anchor>
      </section>
    </SignedOut>
  );
}

export { HomePage as Component };
