#!/usr/bin/env bash
# OkHttp 5.4.0 (Maven Central), by Maven 3.8.7 with Java 17: the artifact `okhttp`, which up to 4.12 was the library, resolves
# and downloads without a remark, and brings a jar without a class. Only Gradle reads the metadata that lead it to `okhttp-jvm`.
# Expected by most, as the dependency is there: that it compiles. It does once one names `okhttp-jvm` oneself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p src/main/java
echo 'class Client { Object client = new okhttp3.OkHttpClient(); }' > src/main/java/Client.java
compiles() {
  cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>client</groupId><artifactId>client</artifactId><version>0</version>
  <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
  <dependencies>
    <dependency><groupId>com.squareup.okhttp3</groupId><artifactId>$1</artifactId><version>5.4.0</version></dependency>
  </dependencies>
</project>
XML
  if mvn -q -B compile > said.txt 2>&1; then echo "$1: compiles"; else echo "$1: $(grep -om1 'package okhttp3 does not exist' said.txt)"; fi
}
seen=$(compiles okhttp; compiles okhttp-jvm)
expected='okhttp: package okhttp3 does not exist
okhttp-jvm: compiles'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
