package desk;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** Spring Authorization Server with two accounts; everything else is in its properties. */
@SpringBootApplication
public class Provider {
  public static void main(String[] args) {
    SpringApplication.run(Provider.class, args);
  }

  @Bean
  UserDetailsService people() {
    return new InMemoryUserDetailsManager(person("grace"), person("bob"));
  }

  private static UserDetails person(String name) {
    return User.withUsername(name).password("{noop}pw-" + name).roles("staff").build();
  }
}
