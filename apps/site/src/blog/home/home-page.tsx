import { imageSrcSet, parseImageUrl } from "@porchlight/client/blog";
import { Anchor, PostList, SignedOut } from "@porchlight/react";
import { lazy, Suspense, useId } from "react";
import { useLoaderData } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { PartFailed } from "../../shell/problem-page.tsx";
import { useSite } from "../../site.ts";
import blogStyles from "../../styles/blog.css?url";
import { createText } from "../../texts.ts";
import { type BlogCategory, categoryPath } from "../blog-content.ts";
import { blogText } from "../blog-texts.ts";
import { JoinCall, joinText } from "../join-call.tsx";
import type { HomeData, HomePart } from "./home-loader.ts";

/** On few sites. */
const PageSection = lazy(() => import("./added-sections.tsx"));

export const homeText = createText({
  "home.line": "Stories and news, for members and for everyone who drops by.",
  "home.featured": "Featured",
  "home.latest": "Latest posts",
  "home.categories": "Categories",
  "home.all": "See all posts",
  "home.allItems": "See all",
  "home.empty": "There are no posts yet.",
});

export { homeLoader as loader } from "./home-loader.ts";

function HomePage() {
  const { parts, problem } = useLoaderData<HomeData>();
  const { siteName, homeText: line = homeText("home.line") } = useSite().settings;
  const isEmpty = !parts.some((part) => "posts" in part || part.kind === "collection" || part.kind === "page");
  const content = problem ? (
    <PartFailed message={blogText("blog.failed")} problem={problem} />
  ) : isEmpty ? (
    <p className="empty">{homeText("home.empty")}</p>
  ) : null;
  const hasIntro = parts[0]?.kind === "intro";
  return (
    <div className="home">
      <PageHead styles={[blogStyles]} description={`${siteName}. ${line}`} canonicalPath="/" />
      {hasIntro ? <Intro /> : <h1 className="site-hidden">{siteName}</h1>}
      {content}
      {parts.slice(hasIntro ? 1 : 0).map((part) => (
        <HomeSection key={keyOf(part)} part={part} />
      ))}
    </div>
  );
}

function keyOf(part: HomePart): string {
  if (part.kind === "category") return part.category.id;
  if (part.kind === "collection") return part.path;
  return part.kind === "page" ? part.page._id : part.kind;
}

function Intro() {
  const { siteName, homeTitle = siteName, homeText: line = homeText("home.line") } = useSite().settings;
  return (
    <header className="home-head">
      <h1 className={homeTitle === siteName ? "home-name" : undefined}>
        <bdi>{homeTitle}</bdi>
      </h1>
      <p>
        <bdi>{line}</bdi>
      </p>
      <SignedOut>
        <Anchor className="site-button" data-variant="primary" href="/sign-up">
          {joinText("home.join.title")}
        </Anchor>
      </SignedOut>
    </header>
  );
}

function HomeSection({ part }: { part: HomePart }) {
  const imageHost = imageHostOf(useSite().settings);
  const id = useId();
  switch (part.kind) {
    case "intro":
      return null;
    case "join":
      return <JoinCall />;
    case "page":
      return (
        <Suspense>
          <PageSection page={part.page} />
        </Suspense>
      );
    case "collection":
      return (
        <section className="home-collection" aria-labelledby={id}>
          <div className="section-head">
            <h2 id={id}>
              <bdi>{part.title}</bdi>
            </h2>
            <Anchor href={part.path}>{homeText("home.allItems")}</Anchor>
          </div>
          <PostList posts={part.items} postHref={({ slug }) => slug ?? ""} headingLevel={3} imageHost={imageHost} />
        </section>
      );
    case "categories":
      return (
        <section className="home-categories" aria-labelledby={id}>
          <h2 id={id}>{homeText("home.categories")}</h2>
          <Categories categories={part.categories} />
        </section>
      );
    case "featured":
      return (
        <section className="home-featured" aria-labelledby={id}>
          <h2 id={id}>{homeText("home.featured")}</h2>
          <PostList posts={part.posts} hasLead headingLevel={3} imageHost={imageHost} />
        </section>
      );
    default: {
      const category = part.kind === "category" ? part.category : undefined;
      return (
        <section className={`home-${part.kind}`} aria-labelledby={id}>
          <div className="section-head">
            <h2 id={id}>{category ? <bdi>{category.title}</bdi> : homeText("home.latest")}</h2>
            <Anchor href={category ? categoryPath(category) : "/blog"}>{homeText("home.all")}</Anchor>
          </div>
          <PostList posts={part.posts} headingLevel={3} imageHost={imageHost} />
        </section>
      );
    }
  }
}

/** Cards if a category has a picture or a description, otherwise links in a row. */
function Categories({ categories }: { categories: readonly BlogCategory[] }) {
  const imageHost = imageHostOf(useSite().settings);
  if (!categories.some(({ cover, description }) => cover || description)) {
    return (
      <ul className="labels">
        {categories.map((category) => (
          <li key={category.id}>
            <Anchor className="label" href={categoryPath(category)}>
              <bdi>{category.title}</bdi> <span className="label-count">{category.postCount}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="category-cards">
      {categories.map((category) => {
        const cover = parseImageUrl(category.cover, imageHost);
        return (
          <li key={category.id} className="category-card">
            {cover ? (
              <img
                sizes="(min-width: 640px) 22rem, 100vw"
                srcSet={imageSrcSet(cover.src, cover.width, 16 / 9)}
                src={cover.src}
                width={cover.width}
                height={cover.height}
                alt=""
                loading="lazy"
                decoding="async"
              />
            ) : null}
            <Anchor href={categoryPath(category)}>
              <bdi>{category.title}</bdi>
            </Anchor>
            <span className="label-count">{blogText("blog.count", { n: category.postCount })}</span>
            {category.description ? (
              <p>
                <bdi>{category.description}</bdi>
              </p>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

export { HomePage as Component };
